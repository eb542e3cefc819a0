/**
 * Writes the output of a command and waits until it is out.
 * @throws when it cannot be written, as on a full disk; a reader that left (`| head`) is no error
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error || ('code' in error && error.code === 'EPIPE')) resolve()
      else reject(new Error(`the output cannot be written: ${error.message}`, { cause: error }))
    })
  })
}
