/** The parts of sealing on a separate page, which e2e/sealed/sealing-components.spec.ts drives. */
import '../../../document/trusted-types.ts'
import type { Sealing } from '@waybill/contract/requests/shapes'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreSession } from '../../../api/session.ts'
import { takeNonce } from '../../../document/nonce.ts'
import { ThemeProvider } from '../../../ui/styles/theme-provider.tsx'
import { LanguageProvider } from '../../../words/language.tsx'
import { AskPassphrase } from '../../ask-passphrase.tsx'
import { KeyFingerprint } from '../../key-fingerprint.tsx'
import { NewPassphrase } from '../../new-passphrase.tsx'
import { SealedNote } from '../../note/sealed-note.tsx'
import { SaveOpened } from '../../save-opened.tsx'
import { useUnlocked } from '../../unlocked.ts'
import { pageSteps } from './page-steps.ts'

interface Shown {
  sealing: Sealing
  files: SubmissionReceipt['files']
}

function Sheet() {
  const [passphrase, setPassphrase] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const show = async (next: Shown) => {
      await restoreSession()
      setShown(next)
    }
    Object.assign(globalThis, { pageSteps, show })
  }, [])
  return (
    <main style={{ display: 'grid', gap: 32, padding: 20, maxWidth: 640 }}>
      <h1>Sealing</h1>
      <NewPassphrase onChange={setPassphrase} />
      <output aria-label="Typed">{passphrase ?? 'nothing yet'}</output>
      {shown && <Opened {...shown} />}
    </main>
  )
}

function Opened({ sealing, files }: Shown) {
  const keys = useUnlocked(sealing)
  return (
    <>
      <SealedNote publicKey={sealing.publicKey} requester="Mei Chen" />
      <KeyFingerprint publicKey={sealing.publicKey} />
      {keys === null && <AskPassphrase sealing={sealing} />}
      {keys &&
        files.map((file) => (
          <SaveOpened key={file._id} keys={keys} file={{ ...file, claim: file.sealed?.sha256 ?? null }} />
        ))}
    </>
  )
}

const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
createRoot(document.querySelector('#root') as HTMLElement).render(
  <ThemeProvider nonce={takeNonce()}>
    <LanguageProvider initial={language}>
      <Sheet />
    </LanguageProvider>
  </ThemeProvider>,
)
