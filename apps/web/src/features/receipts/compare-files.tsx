import { formatBytes } from '@waybill/contract/core/sizes'
import type { ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import { useState } from 'react'
import { nameList } from '../../shared/ui/lists/name-list.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { type Comparison, compareFile, MAX_COMPARED_BYTES } from './compare-file.ts'
import { DropBox } from './drop-box.tsx'
import receiptCheckStyles from './receipt-check.module.css'
import { receiptCheckWords } from './words/receipt-check-words.ts'

interface Held {
  id: number
  name: string
  /** Null while the checksum is being computed. */
  comparison: Comparison | null
}

/** The reader's files, compared with the checksums of the receipt one after the other. */
export function CompareFiles({ files }: { files: readonly ReceiptFile[] }) {
  const words = useWords(receiptCheckWords)
  const [held, setHeld] = useState<Held[]>([])
  const hold = async (given: File[]) => {
    const added = given.map((file) => ({ file, id: Math.random(), name: file.name, comparison: null }))
    setHeld((before) => [...added, ...before])
    // One at a time: each is completely in memory.
    for (const { file, id } of added) {
      const comparison = await compareFile(file, files)
      setHeld((before) => before.map((one) => (one.id === id ? { ...one, comparison } : one)))
    }
  }
  return (
    <section className={receiptCheckStyles.receiptCompare}>
      <h3>{words.compareTitle}</h3>
      <p className={textStyles.soft}>{words.compareText}</p>
      <DropBox
        choose={words.chooseFile}
        hint={words.compareDrop}
        dropNow={words.compareNow}
        isMultiple
        onFiles={(given) => void hold(given)}
      />
      <ul className={receiptCheckStyles.receiptHeld} aria-live="polite">
        {held.map((one) => (
          <HeldLine key={one.id} held={one} />
        ))}
      </ul>
    </section>
  )
}

function HeldLine({ held: { name, comparison } }: { held: Held }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  const tone = comparison?.is === 'same' ? layoutStyles.good : comparison?.is === 'other' ? layoutStyles.bad : ''
  const namesOf = (files: readonly ReceiptFile[]) =>
    nameList(
      files.map((file) => file.name),
      language,
    )
  const said = () => {
    if (comparison === null) return words.comparing
    if (comparison.is === 'same') return words.same(namesOf(comparison.files))
    if (comparison.is === 'unknown') return words.unknown(namesOf(comparison.files))
    if (comparison.is === 'other') return words.other
    if (comparison.is === 'not-read') return words.fileNotRead
    return words.fileTooLarge(formatBytes(MAX_COMPARED_BYTES, language), name.replaceAll(/["$`\\]/g, '?'))
  }
  return (
    <li>
      <strong>{name}</strong>
      <p className={tone}>{said()}</p>
      {comparison && 'sha256' in comparison && (
        <p className={`${textStyles.soft} ${textStyles.mono} ${layoutStyles.tiny}`}>{comparison.sha256}</p>
      )}
    </li>
  )
}
