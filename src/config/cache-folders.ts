import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the folders for built worlds, in the order of use; the last is this user's alone. */
export function cacheFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  // It is not os.userInfo, which throws for a user without a name; Windows has a folder per user
  // anyway.
  const temporary = join(tmpdir(), `snowglobe-${process.getuid?.() ?? 'user'}`)
  if (env.SNOWGLOBE_CACHE) return [env.SNOWGLOBE_CACHE, temporary]
  return [join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'snowglobe'), temporary]
}
