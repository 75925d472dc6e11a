// Plain JavaScript, like prepare.mjs, which runs before anything is installed.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 24 * 3_600_000

/**
 * Copies the assets of the old build into a folder beside it: open pages still ask for them, and during a rolling
 * update both builds serve pages. Removes copies that are more than a day old. The file names contain hashes.
 */
export function keepFormerAssets(dist, nowMs = Date.now()) {
  const assets = join(dist, 'client/assets')
  const former = join(dist, 'former')
  mkdirSync(former, { recursive: true })
  for (const name of readdirSync(former)) {
    if (nowMs - statSync(join(former, name)).mtimeMs > KEPT_MS) rmSync(join(former, name), { recursive: true })
  }
  if (!existsSync(assets)) return
  for (const name of readdirSync(assets)) {
    const kept = join(former, name)
    copyFileSync(join(assets, name), kept)
    utimesSync(kept, nowMs / 1_000, nowMs / 1_000)
  }
}
