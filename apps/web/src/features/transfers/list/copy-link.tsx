import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { transferListWords } from './words/transfer-list-words.ts'

/** The link that is passed on, one press to copy. */
export function CopyLink({ link }: { link: string }) {
  const words = useWords(transferListWords)
  const url = new URL(link, location.origin)
  return (
    <CopyButton text={url.href} label={words.copyLink} done={words.linkCopied}>
      {`${url.host}${url.pathname}`}
    </CopyButton>
  )
}
