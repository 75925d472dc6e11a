import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listenForOverlays, useOverlay } from '../../../shared/ui/dialogs/overlays.ts'
import { TypeBox } from '../../../shared/ui/files/file-list.tsx'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import { Drawing, Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { ReceivedFile } from '../files/contents.tsx'
import { PressState } from '../files/take-all.tsx'
import type { DownloadState } from '../files/use-download.ts'
import { ShownFile } from './shown-file.tsx'
import { usePreview } from './use-preview.ts'
import styles from './viewer.module.css'
import { viewerWords } from './words/viewer-words.ts'

listenForOverlays()

const SWIPE_PX = 60
const ALL = 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z'

export interface ViewerProps {
  link: { slug: string; user: string | null }
  /** Those that can be looked at, in their order. */
  files: readonly ReceivedFile[]
  thumbnails: ReadonlyMap<string, string>
  /** The file to begin with; null: all of them side by side. */
  first: string | null
  /** Of the last download. */
  state: DownloadState
  onTake: (file: string) => void
  onClose: () => void
}

/** Files of the page, one at a time or all side by side, above the page. */
export function Viewer({ files, first, onClose, ...shown }: ViewerProps) {
  const words = useWords(viewerWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState<number | null>(() => {
    const found = files.findIndex(({ id }) => id === first)
    return found < 0 ? null : found
  })
  const [latest, setLatest] = useState<number | null>(null)
  useOverlay(true, onClose)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Gives the focus back to the button that opened it.
    return () => opened?.close()
  }, [])
  const file = at === null ? undefined : files[at]
  const go = (by: number) => setAt((now) => (now === null ? now : Math.max(0, Math.min(files.length - 1, now + by))))
  const swipe = useSwipe(go)
  useArrows(go)
  const showAll = () => {
    setLatest(at)
    setAt(null)
  }
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={file ? words.title(nameOf(file.path)) : words.all}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      {...swipe}
    >
      <Head file={file} at={at} count={files.length} onAll={showAll} onClose={onClose} />
      {file === undefined || at === null ? (
        <Gallery files={files} thumbnails={shown.thumbnails} latest={latest} onPick={setAt} />
      ) : (
        <OneFile file={file} at={at} count={files.length} go={go} {...shown} />
      )}
    </dialog>
  )
}

interface HeadProps {
  file: ReceivedFile | undefined
  at: number | null
  count: number
  onAll: () => void
  onClose: () => void
}

function Head({ file, at, count, onAll, onClose }: HeadProps) {
  const { language } = useLanguage()
  const words = useWords(viewerWords)
  return (
    <header className={styles.viewerBar}>
      <p className={styles.viewerName} aria-live="polite">
        <bdi>{file ? nameOf(file.path) : words.all}</bdi>
        <span className={`${textStyles.soft} ${textStyles.mono}`}>
          {file && at !== null
            ? `${formatBytes(file.bytes, language)}${count > 1 ? ` · ${words.placeOf(at + 1, count)}` : ''}`
            : count}
        </span>
      </p>
      {file && count > 1 && (
        <button
          type="button"
          className={styles.viewerTool}
          aria-label={words.all}
          // biome-ignore lint/a11y/noAutofocus: the pressed file of the gallery is gone, and this button leads back to it
          autoFocus
          onClick={onAll}
        >
          <Drawing path={ALL} />
        </button>
      )}
      <button type="button" className={styles.viewerTool} aria-label={words.close} onClick={onClose}>
        <Icon name="remove" size={24} />
      </button>
    </header>
  )
}

interface OneFileProps extends Pick<ViewerProps, 'link' | 'state' | 'onTake'> {
  file: ReceivedFile
  at: number
  count: number
  go: (by: number) => void
}

function OneFile({ link, file, at, count, go, state, onTake }: OneFileProps) {
  const words = useWords(viewerWords)
  const preview = usePreview(link, file.id)
  const [shrunk, setShrunk] = useState<{ file: string; isFull: boolean } | null>(null)
  const zoom = shrunk?.file === file.id ? shrunk : null
  return (
    <>
      <ShownFile
        key={file.id}
        file={file}
        isFull={zoom?.isFull === true}
        onShrunk={() => setShrunk((known) => (known?.file === file.id ? known : { file: file.id, isFull: false }))}
        {...preview}
      />
      <footer className={styles.viewerBar}>
        <Step by={-1} label={words.before} go={go} isAtEnd={at === 0} />
        <div>
          <button type="button" className={textStyles.quietButton} onClick={() => onTake(file.id)}>
            <Icon name="download" />
            {words.download}
          </button>
          <p className={textStyles.soft}>{words.senderSees}</p>
          <PressState state={state} />
        </div>
        {zoom && (
          <button
            type="button"
            className={styles.viewerTool}
            aria-label={words.enlarge}
            aria-pressed={zoom.isFull}
            onClick={() => setShrunk({ file: file.id, isFull: !zoom.isFull })}
          >
            <Icon name="search" size={24} />
          </button>
        )}
        <Step by={1} label={words.next} go={go} isAtEnd={at === count - 1} />
      </footer>
    </>
  )
}

interface StepProps {
  by: number
  label: string
  go: (by: number) => void
  isAtEnd: boolean
}

/** It keeps the focus at the ends, so that the arrows of the keyboard go on. */
const Step = ({ by, label, go, isAtEnd }: StepProps) => (
  <button
    type="button"
    className={styles.viewerTool}
    aria-label={label}
    aria-disabled={isAtEnd}
    data-turned={by > 0 || undefined}
    onClick={() => go(by)}
  >
    <Icon name="back" size={24} />
  </button>
)

interface GalleryProps extends Pick<ViewerProps, 'files' | 'thumbnails'> {
  /** The one that was looked at before. */
  latest: number | null
  onPick: (at: number) => void
}

function Gallery({ files, thumbnails, latest, onPick }: GalleryProps) {
  return (
    <ul className={styles.viewerGallery}>
      {files.map((file, at) => {
        const thumbnail = thumbnails.get(file.id)
        return (
          <li key={file.id}>
            {/* biome-ignore lint/a11y/noAutofocus: the gallery begins where the reader left it */}
            <button type="button" autoFocus={at === latest} onClick={() => onPick(at)}>
              {thumbnail === undefined ? (
                <TypeBox>{fileLabel(file.path)}</TypeBox>
              ) : (
                <img src={thumbnail} alt="" loading="lazy" decoding="async" />
              )}
              <bdi>{nameOf(file.path)}</bdi>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Where arrow keys scroll or move a player's time. */
const keepsArrows = (target: EventTarget | null) =>
  target instanceof HTMLMediaElement || (target instanceof Element && target.closest('[data-full]') !== null)

/** The arrow keys, wherever the focus is: a button that is pressed may go away with it. */
function useArrows(go: (by: number) => void): void {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || keepsArrows(target)) return
      if (key === 'ArrowRight') latest.current(1)
      if (key === 'ArrowLeft') latest.current(-1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** A finger that moves to the side goes to the neighbour; one that scrolls, zooms or moves a player's time does not. */
function useSwipe(go: (by: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0]
      const isOne = touches.length === 1 && !keepsArrows(target)
      from.current = isOne && touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [began, touch] = [from.current, changedTouches[0]]
      from.current = null
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.05
      if (began === null || touch === undefined || isZoomed) return
      const [x, y] = [touch.clientX - began.x, touch.clientY - began.y]
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
    },
  }
}
