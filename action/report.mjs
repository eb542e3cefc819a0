// Prints the requests of a failed job, for each world with any, oldest first.
const { STATE_url: url, SNOWGLOBE_ADMIN_TOKEN: token } = process.env
const maxListed = 200

const ask = async (path, world) => {
  const response = await fetch(`${url}/_admin/${path}`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(world !== undefined && { 'x-snowglobe-world': world }),
    },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
const line = ({ receivedAt, status, method, path, query, faultId }) =>
  `${receivedAt} ${status ?? 'unanswered'} ${method} ${path}${query ? `?${query}` : ''}${faultId ? ` (fault ${faultId})` : ''}`

// Without a URL the server did not start, and that step has printed why.
if (url) {
  try {
    const { worlds } = await ask('worlds')
    for (const { name } of worlds) {
      const { requests } = await ask(
        `requests?pageSize=${maxListed}`,
        name === 'default' ? undefined : name,
      )
      if (requests.length === 0) continue
      process.stdout.write(
        `::group::Snowglobe, world ${name}: the last ${requests.length} requests\n`,
      )
      process.stdout.write(`${requests.reverse().map(line).join('\n')}\n::endgroup::\n`)
    }
  } catch (error) {
    process.stdout.write(
      `::warning title=Snowglobe::The journal cannot be read: ${error.message}\n`,
    )
  }
}
