const width = 30

/** Draws a progress bar on stderr while a world is built; silent without a terminal. */
export function progressBar(): (done: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (done) => {
    const filled = Math.round(done * width)
    const bar = '#'.repeat(filled).padEnd(width, '.')
    const percent = String(Math.round(done * 100)).padStart(3)
    process.stderr.write(`\rbuilding the world ${bar} ${percent} %${done >= 1 ? '\n' : ''}`)
  }
}
