import { Button } from '@mantine/core'
import { failureSentence } from '../../api/problem-words.ts'
import { useLanguage } from '../../words/language.tsx'
import textStyles from '../styles/text.module.css'
import listStyles from './list.module.css'

interface ListFailedProps {
  error: Error
  /** What could not be loaded, where that is not obvious. */
  told?: string
  again: string
  onAgain: () => void
}

/** Replaces a list that failed to load: why, and the retry button. */
export function ListFailed({ error, told, again, onAgain }: ListFailedProps) {
  const { language } = useLanguage()
  return (
    <div className={listStyles.listInstead} role="alert">
      {told && <p>{told}</p>}
      <p className={told && textStyles.soft}>{failureSentence(language, error)}</p>
      <Button variant="default" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}
