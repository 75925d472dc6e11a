import { formatBytes, formatRate, timeLeftKey } from '@waybill/contract/core/sizes'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { failureSentence, problemWordsReady } from '../../../shared/api/problem-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { DownloadError } from './engine/download-error.ts'
import styles from './fast.module.css'
import { type FastSelection, FastSession, type FastState } from './fast-session.ts'
import { fastWords } from './words/fast-words.ts'

type Words = (typeof fastWords)['en']

export interface FastPartProps {
  selection: FastSelection
  /** The button was pressed, which loaded this; else an earlier visit left something to continue. */
  isPressed: boolean
}

/** The fast download: its button, its progress, and how to pause, continue and cancel it. */
export function FastPart({ selection, isPressed }: FastPartProps) {
  const { language } = useLanguage()
  const words = useWords(fastWords)
  const [session] = useState(() => new FastSession(selection))
  const state = useSyncExternalStore(session.watch, session.read)
  useEffect(() => {
    void problemWordsReady(language)
  }, [language])
  const { place, button, press } = useFollowingFocus(state.is === 'idle', isPressed)
  useEffect(() => {
    if (session.read().is !== 'idle') return
    void (isPressed ? session.start() : session.find())
  }, [session, isPressed])
  useEffect(() => {
    globalThis.addEventListener('online', session.backOnline)
    return () => {
      globalThis.removeEventListener('online', session.backOnline)
      session.pause()
    }
  }, [session])
  if (state.is === 'idle')
    return (
      <button ref={button} type="button" className={textStyles.quietButton} onClick={press(() => session.start())}>
        {words.start}
      </button>
    )
  return (
    <section className={styles.fast} data-state={state.is} aria-label={words.start}>
      <Said state={state} words={words} language={language} place={place} />
      {'doneBytes' in state && <Progress state={state} words={words} language={language} />}
      <Acts session={session} state={state} words={words} press={press} />
    </section>
  )
}

/** A press may replace the button that was pressed: the focus goes to what is said, or back to the first button. */
function useFollowingFocus(isIdle: boolean, isPressed: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const follows = useRef(isPressed)
  const follow = () => (place.current ?? button.current)?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one has replaced the other
  useEffect(() => {
    if (follows.current) follow()
  }, [isIdle])
  const press = (act: () => unknown) => () => {
    follows.current = true
    follow()
    act()
  }
  return { place, button, press }
}

interface Shown {
  state: FastState
  words: Words
  language: Language
}

/** What happens, in one sentence: read out when it changes, a failure at once. */
function Said({ state, words, language, place }: Shown & { place: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={place} tabIndex={-1}>
      <p role="status">
        {state.is === 'done' && (
          <>
            <Icon name="done" size={16} />{' '}
          </>
        )}
        {sentenceOf(state, words, language)} {state.is === 'done' && state.hasCopy && words.hasCopy}
      </p>
      <p role="alert" className={styles.fastFailed}>
        {state.is === 'failed' && (
          <>
            <Icon name="warning" size={16} /> {reasonOf(state.error, words, language)} {state.isKept && words.isKept}
          </>
        )}
      </p>
    </div>
  )
}

function sentenceOf(state: FastState, words: Words, language: Language): string {
  if (state.is === 'idle' || state.is === 'failed') return ''
  if (state.is !== 'done') return words[state.is]
  const size = formatBytes(state.bytes, language)
  return state.isPicked ? words.saved(state.name, size) : words.handed(state.name, size)
}

function reasonOf(error: unknown, words: Words, language: Language): string {
  if (error instanceof DownloadError && error.code !== 'refused') return words.because[error.code]
  return failureSentence(language, error)
}

function Progress({ state, words, language }: Shown & { state: Extract<FastState, { doneBytes: number }> }) {
  const { doneBytes, bytes } = state
  return (
    <>
      <progress max={bytes} value={doneBytes} aria-label={words.progress} />
      <p className={`${textStyles.mono} ${styles.fastFigures}`}>
        <span>{words.doneOf(formatBytes(doneBytes, language), formatBytes(bytes, language))}</span>
        {state.is === 'running' && (
          <>
            <span>{formatRate(state.bytesPerSecond, language)}</span>
            <span>{words.timeLeft(timeLeftKey(state.secondsLeft))}</span>
          </>
        )}
      </p>
    </>
  )
}

interface ActsProps {
  session: FastSession
  state: FastState
  words: Words
  press: (act: () => unknown) => () => void
}

function Acts({ session, state, words, press }: ActsProps) {
  const acts: Array<[label: string, act: () => unknown]> = []
  if (state.is === 'running') acts.push([words.pause, () => session.pause()])
  if (state.is === 'kept' || state.is === 'paused') acts.push([words.goOn, () => session.goOn()])
  if (state.is === 'failed') acts.push([state.isKept ? words.goOn : words.again, () => session.goOn()])
  if (state.is === 'cancelled') acts.push([words.start, () => session.start()])
  if (state.is === 'done' && state.hasCopy) {
    acts.push([words.saveAgain, () => session.saveAgain()], [words.dropCopy, () => session.dropCopy()])
  }
  const isThere = ['running', 'kept', 'paused'].includes(state.is) || (state.is === 'failed' && state.isKept)
  if (isThere) acts.push([words.cancel, () => session.cancel()])
  if (acts.length === 0) return null
  return (
    <p className={styles.fastActs}>
      {acts.map(([label, act]) => (
        <button key={label} type="button" className={textStyles.quietButton} onClick={press(act)}>
          {label}
        </button>
      ))}
    </p>
  )
}
