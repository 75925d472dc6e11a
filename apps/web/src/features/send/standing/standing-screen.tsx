import { Link } from '@tanstack/react-router'
import { plans } from '@waybill/contract/billing/plans'
import type { StandingCode } from '@waybill/contract/billing/standing'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { LinkHold } from '../../../shared/billing/link-hold.tsx'
import { UpgradeLink } from '../../../shared/billing/upgrade/upgrade-link.tsx'
import { supportEmail } from '../../../shared/document/support-email.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { nextMonthUtc } from '../../../shared/time/next-month-utc.ts'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import { mailTo } from '../../../shared/ui/page/mail-to.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { languageTags, useLanguage, useWords } from '../../../shared/words/language.tsx'
import styles from './standing-screen.module.css'
import { standingWords } from './words/standing-words.ts'

interface StandingScreenProps {
  account: User
  code: StandingCode
}

/** Replaces the form while the account may not send: why, until when, and what still works. */
export function StandingScreen({ account, code }: StandingScreenProps) {
  const words = useWords(standingWords)
  const { language } = useLanguage()
  const heading = useFocusOnce<HTMLHeadingElement>()
  return (
    <Slip label={words.name} name={words.name}>
      <div className={`${layoutStyles.stack} ${layoutStyles.starts}`}>
        <Stamp ink="waiting">{words.stamp[code]}</Stamp>
        <h2 ref={heading} tabIndex={-1} className={`${layoutStyles.title} ${layoutStyles.aboveTight}`}>
          {isDueOfTeam({ account, code }) ? words.dueMemberTitle : problemSentence(language, code)}
        </h2>
        <Reason account={account} code={code} />
        <WayOut account={account} code={code} />
      </div>
    </Slip>
  )
}

/** A member cannot pay: the team's admin does. */
const isDueOfTeam = ({ account, code }: StandingScreenProps) => code === 'subscription-due' && account.isTeamMember

function Reason({ account, code }: StandingScreenProps) {
  const words = useWords(standingWords)
  const { role, folderSize, thisMonthsTransfers } = account
  // Its members share storage and months.
  const isTeam = account.team.length > 0
  const { language } = useLanguage()
  const { storageBytes, monthlyTransfers } = plans[role]
  switch (code) {
    case 'account-suspended':
      return <p className={textStyles.soft}>{words.suspendedText}</p>
    case 'subscription-due':
      return <p className={textStyles.soft}>{isDueOfTeam({ account, code }) ? words.dueMemberText : words.dueText}</p>
    case 'seat-lost':
      return <p className={textStyles.soft}>{words.seatText}</p>
    case 'storage-full': {
      const [used, limit] = [formatBytes(folderSize, language), formatBytes(storageBytes, language)]
      return (
        <>
          <p className={textStyles.soft}>{(isTeam ? words.teamStorageText : words.storageText)(used, limit)}</p>
          <LinkHold />
        </>
      )
    }
    case 'month-full': {
      const day = new Intl.DateTimeFormat(languageTags[language], { day: 'numeric', month: 'long', timeZone: 'UTC' })
      const resetsOn = day.format(nextMonthUtc(Date.now()))
      const monthText = isTeam ? words.teamMonthText : words.monthText
      return <p className={textStyles.soft}>{monthText(thisMonthsTransfers, monthlyTransfers ?? 0, resetsOn)}</p>
    }
  }
}

/**
 * Only what really helps: deleting frees space, a month passes or a plan raises its limit, a team's admin pays and gives
 * seats, the rest needs a mail to us.
 */
function WayOut({ account, code }: StandingScreenProps) {
  const words = useWords(standingWords)
  const { role, folderSize } = account
  const leave = () => showSendSheet(false)
  switch (code) {
    case 'storage-full':
      return (
        <div className={`${layoutStyles.wrap} ${styles.standingWays}`}>
          <Link to="/dash/library" className={textStyles.quietButton} onClick={leave}>
            {words.toLibrary}
          </Link>
          <UpgradeLink limit="storage" need={folderSize + 1} />
        </div>
      )
    case 'month-full':
      return (
        <div className={`${layoutStyles.wrap} ${styles.standingWays}`}>
          <UpgradeLink limit="transfers" need={(plans[role].monthlyTransfers ?? 0) + 1} />
          <Link to="/dash/transfers" className={textStyles.quietButton} onClick={leave}>
            {words.toTransfers}
          </Link>
        </div>
      )
    default: {
      const isForAdmin = code === 'seat-lost' || isDueOfTeam({ account, code })
      return (
        <div className={`${layoutStyles.wrap} ${styles.standingWays}`}>
          {code === 'subscription-due' && !isForAdmin && (
            <Link to="/dash/account/billing" className={textStyles.quietButton} onClick={leave}>
              {words.toPayment}
            </Link>
          )}
          {!isForAdmin && <WriteToUs />}
          <Link to="/dash/transfers" className={textStyles.quietButton} onClick={leave}>
            {words.toTransfers}
          </Link>
        </div>
      )
    }
  }
}

function WriteToUs() {
  const words = useWords(standingWords)
  const address = supportEmail()
  return (
    <a className={textStyles.quietButton} href={mailTo(address)}>
      <span>
        {words.writeTo} <Address of={address} />
      </span>
    </a>
  )
}
