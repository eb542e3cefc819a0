// Reports the resources that a process has used, on request; preloaded into every process of the
// bench. The readers of `--workers`, which get it from their writer, are not measured.
if (!process.argv.includes('--as-reader')) {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() })
  })
  // The command ends when no work is left, and an open channel must not count as work.
  process.channel.unref()
}
