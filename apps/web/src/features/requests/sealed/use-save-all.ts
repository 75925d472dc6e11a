import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { useEffect, useRef, useState } from 'react'
import { openInto } from '../../../shared/sealing/open-sealed.ts'
import { chooseFolder, type SaveFolder } from '../../../shared/sealing/save-folder.ts'
import { sealingFailure } from '../../../shared/sealing/sealing-failure.ts'
import { useLanguage } from '../../../shared/words/language.tsx'
import type { SealedItem } from './sealed-items.ts'

export type ItemSaving =
  | { is: 'waiting' }
  | { is: 'opening'; percent: number }
  | { is: 'saved'; isAsClaimed: boolean | null }
  | { is: 'failed'; sentence: string }

export interface SavingAll {
  of: (item: SealedItem) => ItemSaving
  savedCount: number
  failedCount: number
  isRunning: boolean
  /** Why nothing could begin; '' where it could, or the person cancelled. */
  error: string
  /** Picks a folder, where there is none yet, and saves what is not saved; call it in a click. */
  start: () => Promise<void>
  /** Saved files stay. */
  stop: () => void
}

const waiting: ItemSaving = { is: 'waiting' }

/** Opens files one after the other into one folder. A failed one does not stop the others. */
export function useSaveAll(items: readonly SealedItem[], keys: OpeningKeys): SavingAll {
  const { language } = useLanguage()
  const [states, setStates] = useState<ReadonlyMap<string, ItemSaving>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState('')
  const folder = useRef<SaveFolder | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const of = ({ file }: SealedItem) => states.get(file._id) ?? waiting
  const put = (item: SealedItem, state: ItemSaving) =>
    setStates((before) =>
      isSame(before.get(item.file._id), state) ? before : new Map(before).set(item.file._id, state),
    )

  const saveOne = async (into: SaveFolder, item: SealedItem, signal: AbortSignal) => {
    put(item, { is: 'opening', percent: 0 })
    const onProgress = (done: number, total: number) =>
      put(item, { is: 'opening', percent: total === 0 ? 100 : Math.floor((done / total) * 100) })
    try {
      const target = await into.targetFor(item.path)
      put(item, { is: 'saved', isAsClaimed: await openInto(target, item.file, keys, { signal, onProgress }) })
    } catch (failure) {
      const sentence = signal.aborted ? null : sealingFailure(language, failure)
      put(item, sentence === null ? waiting : { is: 'failed', sentence })
    }
  }

  const start = async () => {
    if (isRunning) return
    setError('')
    try {
      folder.current ??= await chooseFolder()
    } catch (failure) {
      return setError(sealingFailure(language, failure) ?? '')
    }
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setRunning(true)
    for (const item of items) {
      if (signal.aborted) break
      if (of(item).is !== 'saved') await saveOne(folder.current, item, signal)
    }
    setRunning(false)
  }

  const count = (is: ItemSaving['is']) => items.filter((item) => of(item).is === is).length
  const stop = () => running.current?.abort()
  return { of, savedCount: count('saved'), failedCount: count('failed'), isRunning, error, start, stop }
}

const isSame = (one: ItemSaving | undefined, other: ItemSaving) =>
  one?.is === 'opening' && other.is === 'opening' && one.percent === other.percent
