const width = 30

/** Shares of the work at which a log gets a line. */
const steps = 4

/**
 * Draws a progress bar on stderr while a world is built. Without a terminal it writes a line for
 * each quarter if `isLogged`, and nothing otherwise.
 */
export function progressBar(isLogged = false): (done: number) => void {
  if (!process.stderr.isTTY) return isLogged ? logOfProgress() : () => {}
  return (done) => {
    const filled = Math.round(done * width)
    const bar = '#'.repeat(filled).padEnd(width, '.')
    const percent = String(Math.round(done * 100)).padStart(3)
    process.stderr.write(`\rbuilding the world ${bar} ${percent} %${done >= 1 ? '\n' : ''}`)
  }
}

function logOfProgress(): (done: number) => void {
  let next = 0
  return (done) => {
    const reached = Math.floor(done * steps)
    if (reached < next) return
    next = reached + 1
    process.stderr.write(`snowglobe: building the world: ${(reached * 100) / steps} %\n`)
  }
}
