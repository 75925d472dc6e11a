import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_BYTES = 1_000

/** Writes `.br` and `.gz` beside every asset that becomes smaller, so that the server compresses nothing itself. */
export function compressAssets(): Plugin {
  return {
    name: 'waybill-compress-assets',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle: ({ dir = '' }) => {
      const folder = join(dir, 'assets')
      for (const name of readdirSync(folder)) {
        if (!/\.(?:js|css|svg|json)$/.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        if (bytes.length < WORTH_BYTES) continue
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
