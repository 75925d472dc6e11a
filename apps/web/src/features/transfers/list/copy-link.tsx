import { CopyButton } from '../ui/copy-button.tsx'
import { useWords } from '../words/language.tsx'
import { transferListWords } from '../words/transfer-list.ts'

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
