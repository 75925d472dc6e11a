import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('./src/entries/share-worker/share-worker.ts', import.meta.url))

/**
 * Builds the service worker of the share target beside the pages. Its address never changes, because a browser asks
 * there for its updates, and it is one file.
 */
export function shareWorker(): Plugin {
  return {
    name: 'waybill-share-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle: async ({ dir = '' }) => {
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          lib: { entry, formats: ['iife'], name: 'shareWorker', fileName: () => 'share-worker.js' },
        },
      })
    },
  }
}
