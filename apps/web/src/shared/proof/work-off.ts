import { PROOF_ANSWERS } from '@waybill/contract/downloads/proof-of-work'
import { solveChallenge } from '@waybill/contract/downloads/solve-challenge'
import { workOffWords } from './words/work-off-words.ts'

/**
 * Does the proof of work that a call requires, over any page: says why, shows the progress, and stops at the reader's
 * click. Resolves to the answers; null where it was stopped. Throws the signal's reason.
 */
export async function workOff(challenge: string, signal?: AbortSignal): Promise<number[] | null> {
  const stop = new AbortController()
  const note = makeNote(() => stop.abort())
  const end = () => stop.abort()
  signal?.addEventListener('abort', end)
  document.body.append(note.box)
  try {
    const onFound = (found: number) => {
      note.progress.value = found
    }
    return await solveChallenge(challenge, { onFound, signal: stop.signal })
  } catch (error) {
    signal?.throwIfAborted()
    if (stop.signal.aborted) return null
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    note.box.remove()
  }
}

/** Set one by one, it needs no style sheet that would have to load first. */
const look: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  zIndex: '1000',
  inset: '16px 16px auto',
  boxSizing: 'border-box',
  display: 'grid',
  gap: '8px',
  justifyItems: 'start',
  maxWidth: '420px',
  margin: '0 auto',
  padding: '16px',
  color: 'var(--ink)',
  background: 'var(--sheet)',
  border: '1px solid var(--rule-strong)',
  borderRadius: '6px',
}

function makeNote(onCancel: () => void): { box: HTMLElement; progress: HTMLProgressElement } {
  const words = workOffWords[document.documentElement.lang.startsWith('zh') ? 'zh' : 'en']
  const box = document.createElement('div')
  box.className = 'work-off'
  Object.assign(box.style, look)
  const text = document.createElement('p')
  text.setAttribute('role', 'status')
  text.textContent = words.text
  const progress = document.createElement('progress')
  progress.setAttribute('aria-label', words.progress)
  progress.style.accentColor = 'var(--stamp)'
  progress.style.width = '100%'
  progress.max = PROOF_ANSWERS
  progress.value = 0
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.className = 'quiet-button'
  cancel.textContent = words.cancel
  cancel.addEventListener('click', onCancel)
  box.append(text, progress, cancel)
  return { box, progress }
}
