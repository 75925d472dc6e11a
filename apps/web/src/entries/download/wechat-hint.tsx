import { Icon } from '../ui/icons.tsx'
import { downloadWords } from '../words/download.ts'
import { useWords } from '../words/language.tsx'
import { CopyButton } from './copy-button.tsx'

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
        <CopyButton text={() => location.origin + location.pathname}>{words.copyLink}</CopyButton>
      </div>
    </aside>
  )
}
