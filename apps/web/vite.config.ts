import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { cascadeLayers } from './cascade-layers.ts'
import { compressAssets } from './compress-assets.ts'
import { shareWorker } from './share-worker.ts'
import { sharedFiles } from './shared-files.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The recipient's and the supplier's page are separate entries: the server renders them and sends these scripts to
 * hydrate them.
 */
const entries = {
  download: at('./src/entries/download/client.tsx'),
  answer: at('./src/entries/request-page/client.tsx'),
}
const input = { home: at('./index.html'), ...entries }

/** Fonts for the first paint; named as their packages name the files. */
const FIRST_FACES = [/instrument-sans-latin-wght-normal-.*\.woff2$/, /ibm-plex-mono-latin-400-normal-.*\.woff2$/]

/** The page itself requests fonts, not its style sheet, so that the text never changes its font. */
function preloadFonts(): Plugin {
  return {
    name: 'waybill-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FIRST_FACES.some((face) => face.test(file)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * Moves the style sheets below the outline that the document draws by itself: in the head they would hold back its first
 * paint. The app's script still waits for them.
 */
function stylesAfterOutline(): Plugin {
  return {
    name: 'waybill-styles-after-outline',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const rest = sheets.reduce((page, sheet) => page.replace(sheet, ''), html)
        return rest.replace('</body>', () => `${sheets.join('')}  </body>`)
      },
    },
  }
}

/**
 * Without scripts nobody sets the colour scheme on the document: the colours of the dark one, written once in tokens.css,
 * then follow the system.
 */
function darkWithoutScripts(): Plugin {
  const dark = /:root\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/
  return {
    name: 'waybill-dark-without-scripts',
    enforce: 'pre',
    transform(css, id) {
      if (!id.endsWith('/tokens.css')) return
      const [, colours] = dark.exec(css) ?? []
      if (colours === undefined) throw new Error('tokens.css has no colours for dark screens')
      return `${css}\n@media screen and (scripting: none) and (prefers-color-scheme: dark) { :root ${colours} }\n`
    },
  }
}

/** The build puts a helper around every `import()`, which gets the files that the import needs: here it is ours. */
function loadCodePatiently(): Plugin {
  return {
    name: 'waybill-load-code',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { loadCode as __vitePreload } from ${JSON.stringify(at('./src/shared/loading/load-code.ts'))}`
        : undefined,
  }
}

/**
 * What an `import()` needs before it runs: the file itself, also where it needs no other, and what that imports. What
 * the importing chunk imports itself is loaded already, and would only make the first load heavier.
 */
function neededFiles() {
  const importsOf = new Map<string, string[]>()
  const readImports: Plugin = {
    name: 'waybill-needed-files',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') importsOf.set(chunk.fileName, chunk.imports)
        }
      },
    },
  }
  function loadedWith(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const imported of importsOf.get(file) ?? []) loadedWith(imported, seen)
    return seen
  }
  function resolveDependencies(file: string, others: string[], host: { hostId: string; hostType: 'html' | 'js' }) {
    if (host.hostType === 'html') return others
    const loaded = loadedWith(host.hostId)
    return [...new Set([file, ...others])].filter((needed) => !loaded.has(needed))
  }
  return { readImports, resolveDependencies }
}

const { readImports, resolveDependencies } = neededFiles()
const { readAreas, group } = sharedFiles(input)

export default defineConfig(({ isSsrBuild }) => ({
  root: at('.'),
  plugins: [
    react(),
    preloadFonts(),
    stylesAfterOutline(),
    darkWithoutScripts(),
    loadCodePatiently(),
    readAreas,
    readImports,
    cascadeLayers(),
    compressAssets(),
    shareWorker(),
  ],
  // The server replaces it with the nonce of each response.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { generateScopedName: '[local]', localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: at(isSsrBuild ? './dist/server' : './dist/client'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // A data: URL would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    ...(isSsrBuild ? {} : { rolldownOptions: { input, output: { codeSplitting: { groups: [group] } } } }),
  },
  ssr: { noExternal: true as const },
  // The server that imports it may run without NODE_ENV, and React would then be its slow development build.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}))
