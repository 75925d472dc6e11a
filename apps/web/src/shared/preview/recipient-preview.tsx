import { isUnpaid, plans, type Role } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import { posesAsBrand } from '@waybill/contract/identity/brand-names'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { Dialog, DialogCloseButton, DialogContent } from '../ui/dialogs/dialog.tsx'
import { Button } from '../ui/fields/button.ts'
import { FileList } from '../ui/files/file-list.tsx'
import type { ListedFile } from '../ui/files/file-tree.ts'
import { Slip } from '../ui/marks/slip.tsx'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { shellWords } from '../ui/words/shell-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './recipient-preview.module.css'
import { previewWords } from './words/preview-words.ts'

export interface PreviewedTransfer {
  slug?: string | undefined
  /** Of the sender. */
  role: Role
  /** As the page names them: by name where there is one. */
  sender: { name: string | null; email: string }
  /** The logo that the workspace shows; null: none. */
  logo: string | null
  /** One recipient; null: anybody with the link. */
  to: string | null
  title: string | null
  message: string
  files: readonly ListedFile[]
  /** What the page asks for before it shows this. */
  asks: 'password' | 'code' | null
  expiry: string | null
}

/** The logo that recipients of an account see: one that a company has chosen, never the icon found for its domain. */
export const shownLogo = (account: Pick<User, 'role' | 'logoPic'> | null | undefined): string | null =>
  account && plans[account.role].branding === 'own' ? account.logoPic : null

/** As the server decides it: without a paid plan, no title that imitates a known brand. */
const isTitleShown = ({ role, title, sender }: PreviewedTransfer): boolean =>
  title !== null && !(isUnpaid(role) && posesAsBrand(title, sender.email))

interface RecipientPreviewProps {
  transfer: PreviewedTransfer
  isOpen: boolean
  onClose: () => void
}

/** What recipients see, made here from what the page knows: no link is opened, so nothing is counted. */
export function RecipientPreview({ transfer, isOpen, onClose }: RecipientPreviewProps) {
  const words = useWords(previewWords)
  const { close } = useWords(shellWords)
  return (
    <Dialog opened={isOpen} onClose={onClose} size="lg" centered>
      <DialogContent label={words.title} bodyClassName={`${layoutStyles.stackClose} ${styles.recipientPreview}`}>
        <div className={layoutStyles.ends}>
          <h2>{words.title}</h2>
          <DialogCloseButton aria-label={close} iconSize={20} />
        </div>
        <p className={textStyles.soft}>{words.about}</p>
        {transfer.title !== null && !isTitleShown(transfer) && <p className={layoutStyles.callout}>{words.noTitle}</p>}
        {transfer.asks && <p className={layoutStyles.callout}>{words.asks[transfer.asks]}</p>}
        <PreviewedSlip transfer={transfer} />
      </DialogContent>
    </Dialog>
  )
}

function PreviewedSlip({ transfer }: { transfer: PreviewedTransfer }) {
  const words = useWords(previewWords)
  const { language } = useLanguage()
  const { sender, files, logo, to, title, message, expiry } = transfer
  const name = sender.name || sender.email
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <Slip label={to === null ? words.forAnyone : words.forRecipient(to)} number={transfer.slug} name={words.slipName}>
      <div className={layoutStyles.stack}>
        {logo && <img className={styles.recipientPreviewLogo} src={logo} alt="" />}
        <div>
          <h3>{words.headline(name, files.length)}</h3>
          <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{words.verified(sender.email)}</p>
        </div>
        {isTitleShown(transfer) && <h3 dir="auto">{title}</h3>}
        {message.trim() !== '' && (
          <blockquote className={`${layoutStyles.asWritten} ${styles.recipientPreviewMessage}`} dir="auto">
            {message}
          </blockquote>
        )}
        <FileList files={files} />
        <Button fullWidth disabled>
          {words.download(formatBytes(bytes, language))}
        </Button>
        {expiry && <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{expiry}</p>}
      </div>
    </Slip>
  )
}
