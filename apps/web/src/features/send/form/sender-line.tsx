import type { User } from '@waybill/contract/identity/profile-endpoints'
import { Address } from '../../../shared/ui/marks/address.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import quickSendStyles from '../screens/quick-send.module.css'
import { quickSendWords } from './words/quick-send-words.ts'

/** Who an account's transfer comes from: its own address, which is not typed. */
export function SendingAddress({ account }: { account: User }) {
  const words = useWords(quickSendWords)
  return (
    <p className={quickSendStyles.senderLine}>
      <span className={textStyles.soft}>{words.from}</span>{' '}
      <strong>
        <Address of={account.email} />
      </strong>
    </p>
  )
}
