/**
 * Lets SIGINT and SIGTERM end the process in good order while work is going on that nobody else
 * would stop: listeners of `exit` remove what is half made, such as a world that is being built.
 */
export async function exitOnSignal<Result>(
  code: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const exit = () => process.exit(code)
  process.on('SIGINT', exit)
  process.on('SIGTERM', exit)
  try {
    return await work()
  } finally {
    process.off('SIGINT', exit)
    process.off('SIGTERM', exit)
  }
}
