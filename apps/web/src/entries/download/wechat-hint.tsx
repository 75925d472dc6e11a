import { PlainCopyButton } from '../../shared/served-page/copy-button.tsx'
import downloadStyles from '../../shared/served-page/download.module.css'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

/** WeChat's own browser saves no files: says how to open another one. */
export function WechatHint() {
  const words = useWords(downloadWords)
  return (
    <aside className={downloadStyles.wayOut}>
      <Icon name="info" />
      <div>
        <p>
          <strong>{words.inAppTitle}</strong>
        </p>
        <p className={textStyles.soft}>{words.inAppText}</p>
        <PlainCopyButton text={() => location.origin + location.pathname}>{words.copyLink}</PlainCopyButton>
      </div>
    </aside>
  )
}
