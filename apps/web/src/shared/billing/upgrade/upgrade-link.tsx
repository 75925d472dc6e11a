import { Link } from '@tanstack/react-router'
import type { Wanted } from '@waybill/contract/billing/lifts'
import { useAccount } from '../../api/session.ts'
import { supportEmail } from '../../document/support-email.ts'
import { leaveSendSheet } from '../../drafts/leave-send-sheet.ts'
import { Address } from '../../ui/marks/address.tsx'
import { mailTo } from '../../ui/page/mail-to.ts'
import textStyles from '../../ui/styles/text.module.css'
import { useWords } from '../../words/language.tsx'
import { upgradeTarget } from './upgrade-target.ts'
import { upgradeWords } from './words/upgrade-words.ts'

interface UpgradeLinkProps extends Wanted {
  /** Closes what covers the page. The send form closes, and opens again on the way back. */
  onLeave?: () => void
  /** In place of 'See plans'. */
  label?: string | undefined
}

/** Leads to the plan that lifts a limit, or says whom to write to where no plan on the price list does. */
export function UpgradeLink({ limit, need, onLeave, label }: UpgradeLinkProps) {
  const words = useWords(upgradeWords)
  useAccount()
  const target = upgradeTarget({ limit, need })
  if (target === 'within') return null
  if (target === 'ask-admin') return <span className={textStyles.soft}>{words.askAdmin}</span>
  if (target === null) {
    const address = supportEmail()
    return (
      <a className={textStyles.quietButton} href={mailTo(address)}>
        <span>
          {words.writeTo} <Address of={address} />
        </span>
      </a>
    )
  }
  const leave = () => {
    leaveSendSheet()
    onLeave?.()
  }
  return (
    <Link {...target} className={textStyles.quietButton} onClick={leave}>
      {label ?? words.seePlans}
    </Link>
  )
}
