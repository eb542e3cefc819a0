// Preloaded into every process of the bench: tells what the process has used when it is asked. The
// readers of `--workers`, which get it from their writer, are not asked.
if (!process.argv.includes('--as-reader')) {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() })
  })
  // The command ends when nothing is left to do, and waiting to be asked is nothing.
  process.channel.unref()
}
