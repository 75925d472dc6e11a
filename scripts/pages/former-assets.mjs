// Plain JavaScript, as prepare.mjs is, which runs before anything is installed.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 24 * 3_600_000

/**
 * Puts the assets of the build that is about to be replaced beside it: pages that are open go on asking for them, and a
 * rolling update shows both builds for a while. What was put there more than a day ago goes. The names hold hashes.
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
