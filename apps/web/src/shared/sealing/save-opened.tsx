import { openedName } from '@waybill/contract/requests/sealed-form'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/fields/button.ts'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { Gap } from '../words/gap.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { type SealedFile, saveOpened } from './open-sealed.ts'
import sealingStyles from './sealing.module.css'
import { sealingFailure } from './sealing-failure.ts'
import { sealingWords } from './words/sealing-words.ts'

type Saving =
  | { is: 'idle' }
  | { is: 'opening'; percent: number }
  | { is: 'saved'; isAsClaimed: boolean | null }
  | { is: 'failed'; sentence: string }

/** Downloads one sealed file, opens it and saves the content; with its progress, and a stop button. */
export function SaveOpened({ file, keys }: { file: SealedFile; keys: OpeningKeys }) {
  const words = useWords(sealingWords)
  const { saving, save, stop } = useSaveOpened(file, keys)
  const name = openedName(file.fileName)
  return (
    <div className={sealingStyles.sealingSave}>
      {saving.is === 'opening' ? (
        <>
          <progress max={100} value={saving.percent} aria-label={words.saveNamed(name)} />
          <span className={sealingStyles.sealingPercent}>{words.opening(saving.percent)}</span>
          <button type="button" className={textStyles.quietButton} onClick={stop}>
            {words.stop}
          </button>
        </>
      ) : (
        <Button variant="default" size="compact-md" aria-label={words.saveNamed(name)} onClick={() => void save()}>
          {words.save}
        </Button>
      )}
      <p role="status" className={`${toneOf(saving)} ${sealingStyles.sealingOutcome}`}>
        {saving.is === 'failed' && saving.sentence}
        {saving.is === 'saved' && (
          <>
            {words.saved}
            <Gap />
            {claimSentence(words, saving.isAsClaimed)}
          </>
        )}
      </p>
    </div>
  )
}

const toneOf = (saving: Saving) =>
  saving.is === 'failed' || (saving.is === 'saved' && saving.isAsClaimed === false) ? layoutStyles.bad : textStyles.soft

function claimSentence(words: { asClaimed: string; notAsClaimed: string }, isAsClaimed: boolean | null): string {
  if (isAsClaimed === null) return ''
  return isAsClaimed ? words.asClaimed : words.notAsClaimed
}

function useSaveOpened(file: SealedFile, keys: OpeningKeys) {
  const { language } = useLanguage()
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    const onProgress = (written: number, total: number) => {
      const percent = total === 0 ? 100 : Math.floor((written / total) * 100)
      setSaving((before) =>
        before.is === 'opening' && before.percent === percent ? before : { is: 'opening', percent },
      )
    }
    try {
      setSaving({ is: 'saved', isAsClaimed: await saveOpened(file, keys, { signal: controller.signal, onProgress }) })
    } catch (error) {
      const sentence = sealingFailure(language, error)
      setSaving(sentence === null ? { is: 'idle' } : { is: 'failed', sentence })
    }
  }
  return { saving, save, stop: () => running.current?.abort() }
}
