import type { Plugin } from 'vite'

/** All layers, weakest first: a rule of a feature overrides a shared one, whatever the order of the files. */
const ORDER = '@layer reset, mantine, shared, feature;'

const LAYERS: Record<string, string> = { shared: 'shared', features: 'feature', entries: 'feature', app: 'feature' }

/**
 * Puts every CSS module into the layer of its folder, so that no module has to name one, and declares the order at the
 * top of every sheet: the browser may read a late sheet first.
 */
export function cascadeLayers(): Plugin {
  return {
    name: 'waybill-cascade-layers',
    enforce: 'pre',
    transform(code, id) {
      const [, part = ''] = /\/apps\/web\/src\/(\w+)\/.*\.module\.css$/.exec(id.replaceAll('\\', '/')) ?? []
      const layer = LAYERS[part]
      return layer === undefined ? undefined : { code: `@layer ${layer} {\n${code}\n}\n`, map: null }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${ORDER}${file.source}`
      }
    },
  }
}
