import { PlainCopyButton } from '../../shared/served-page/copy-button.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

/** WeChat's own browser saves no files: says how to get out of it. */
export function WechatHint() {
  const words = useWords(downloadWords)
  return (
    <aside className="way-out">
      <Icon name="info" />
      <div>
        <p>
          <strong>{words.inAppTitle}</strong>
        </p>
        <p className="soft">{words.inAppText}</p>
        <PlainCopyButton text={() => location.origin + location.pathname}>{words.copyLink}</PlainCopyButton>
      </div>
    </aside>
  )
}
