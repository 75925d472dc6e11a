import '../shared/document/trusted-types.ts'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeNonce } from '../shared/document/nonce.ts'
import { isPanelPage } from '../shared/document/panel-page.ts'
import { startWords } from '../shared/document/start-words.ts'
import { ThemeProvider } from '../shared/ui/styles/theme-provider.tsx'
import { LanguageProvider, languageTags, readLanguage } from '../shared/words/language.tsx'
import { firstPack } from '../shared/words/packs/first-pack.ts'
import { homePack } from './packs/home-pack.ts'
import { router } from './routes.tsx'

const PATIENCE_MS = 400

/**
 * Resolves when the faces of the first paint are there, or after a moment. What is late then takes the place of a
 * system's face that is drawn as wide as it is.
 */
async function facesReady(): Promise<void> {
  const faces = ['1rem "Instrument Sans"', '1rem "IBM Plex Mono"'].map((face) => document.fonts.load(face))
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.allSettled(faces), patience])
}

/** The payment page with Stripe's form has no routes: every way from there loads another document. */
async function pageOf(): Promise<ReactNode> {
  if (!isPanelPage()) return <RouterProvider router={router} />
  const { PayDocument } = await import('./pages/pay.tsx')
  return <PayDocument session={location.pathname.split('/')[2] ?? ''} />
}

async function start(place: HTMLElement): Promise<void> {
  const language = readLanguage()
  document.documentElement.lang = languageTags[language]
  const [page] = await Promise.all([pageOf(), facesReady(), startWords(language, [firstPack, homePack])])
  createRoot(place).render(
    <StrictMode>
      <ThemeProvider nonce={takeNonce()}>
        <LanguageProvider initial={language}>{page}</LanguageProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app')
// Read before the router drops what its pages do not name; few addresses have it, so that its code loads for them alone.
const { search } = location
if (/[?&]via=/.test(search)) {
  void import('../shared/storage/referral.ts').then(({ noteReferral }) => noteReferral(Date.now(), search))
}
// Installed, it may get files from the device's share sheet.
const takeShares = () => void import('./take-shares.ts').then((shares) => shares.takeShares(search))
if (/[?&]shared=/.test(search) || matchMedia('(display-mode: standalone)').matches) takeShares()
else addEventListener('appinstalled', takeShares)
// Not a top-level await: the bundler would split the first load into two dozen files.
void start(place)
