import { isAnonymous } from '@waybill/contract/billing/plans'
import {
  DEFAULT_EXPIRY_SECONDS,
  expiryAllowed,
  expiryOptions,
  NEVER_EXPIRES_SECONDS,
} from '@waybill/contract/transfers/expiry'
import { useState } from 'react'
import { useAccount } from '../../../shared/api/session.ts'
import { UpgradeLink } from '../../../shared/billing/upgrade/upgrade-link.tsx'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { expiriesWords } from '../../../shared/expiry/words/expiries-words.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import { Drawer, SidePanel } from '../../../shared/ui/dialogs/side-panel.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import choiceStyles from '../../../shared/ui/fields/choice.module.css'
import { Choice } from '../../../shared/ui/fields/choice.tsx'
import { ErrorTip, type Tip } from '../../../shared/ui/fields/error-tip.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { shellWords } from '../../../shared/ui/words/shell-words.ts'
import { Gap } from '../../../shared/words/gap.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { AccessChoice } from '../options/access-choice.tsx'
import { AlertsChoice } from '../options/alerts-choice.tsx'
import { UsualSettings } from '../options/usual-settings.tsx'
import { WhenChoice } from '../options/when-choice.tsx'
import { optionsWords } from '../options/words/options-words.ts'
import styles from './options-drawer.module.css'
import { quickSendWords } from './words/quick-send-words.ts'

interface OptionsDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** When the transfer expires and how it is sent; options that the visitor's plan does not allow show as locked. */
export function OptionsDrawer({ isOpen, onClose }: OptionsDrawerProps) {
  const words = useWords(quickSendWords)
  const own = useWords(optionsWords)
  const { close } = useWords(shellWords)
  return (
    <SidePanel opened={isOpen} onClose={onClose} position="right" size={400}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={words.options}>
        <Drawer.Body className={styles.options}>
          <div className={styles.optionsHead}>
            <h2>{words.options}</h2>
            <Drawer.CloseButton aria-label={close} iconSize={20} />
          </div>
          <WayChoice onLeave={onClose} />
          <WhenChoice />
          <ExpiryChoice onLeave={onClose} />
          <AccessChoice />
          <ReminderChoice />
          <AlertsChoice />
          <ShareWithChoice />
          <UsualSettings />
          <HelpLinks articles={['email-or-link', 'send-later', 'expiry', 'protect-a-transfer']} />
          <Button onClick={onClose}>{own.optionsDone}</Button>
        </Drawer.Body>
      </Drawer.Content>
    </SidePanel>
  )
}

function ExpiryChoice({ onLeave }: { onLeave: () => void }) {
  const words = useWords(optionsWords)
  const expiries = useWords(expiriesWords)
  const { role, expirySeconds } = useQuickSend((state) => state.draft)
  const hasLocked = expiryOptions.some(({ seconds }) => !expiryAllowed(role, seconds))
  return (
    <fieldset>
      <legend>{words.expiryTitle}</legend>
      {expiryOptions.map(({ key, seconds }) => (
        <Choice
          key={key}
          group="expiry"
          isChosen={seconds === expirySeconds}
          isLocked={!expiryAllowed(role, seconds)}
          onChoose={() => change({ kind: 'choose-expiry', seconds })}
        >
          {expiries[key]}
        </Choice>
      ))}
      {hasLocked && (
        <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight}`}>
          {words.expiryLocked}
          <Gap />
          <UpgradeLink limit="expiry" need={DEFAULT_EXPIRY_SECONDS + 1} onLeave={onLeave} />
        </p>
      )}
    </fieldset>
  )
}

/** Choosing the link without an account says why it is locked, and keeps the earlier choice. */
function WayChoice({ onLeave }: { onLeave: () => void }) {
  const words = useWords(optionsWords)
  const { linksReserved } = useWords(quickSendWords)
  const { role, sendAs } = useQuickSend((state) => state.draft)
  const [tip, setTip] = useState<Tip | null>(null)
  const choose = (way: 'email' | 'link') => {
    if (way === 'email' || !isAnonymous(role)) return change({ kind: 'choose-way', sendAs: way })
    setTip((shown) => ({ turn: (shown?.turn ?? 0) + 1, text: linksReserved }))
  }
  return (
    <fieldset>
      <legend>{words.wayTitle}</legend>
      <Choice group="way" isChosen={sendAs === 'email'} hint={words.wayEmailHint} onChoose={() => choose('email')}>
        {words.wayEmail}
      </Choice>
      <Choice
        group="way"
        isChosen={sendAs === 'link'}
        hint={words.wayLinkHint}
        mark={isAnonymous(role) ? <Icon name="lock" size={18} /> : undefined}
        onChoose={() => choose('link')}
      >
        {words.wayLink}
      </Choice>
      {isAnonymous(role) && (
        <p className={`${layoutStyles.medium} ${layoutStyles.aboveTight}`}>
          <UpgradeLink limit="links" need={1} onLeave={onLeave} />
        </p>
      )}
      <ErrorTip id="way-tip" tip={tip} onEnd={() => setTip(null)} />
    </fieldset>
  )
}

/** For accounts in a team of two or more. */
function ShareWithChoice() {
  const words = useWords(optionsWords)
  const account = useAccount()
  const shareWith = useQuickSend((state) => state.draft.shareWith)
  const others = account?.team.filter(({ _id }) => _id !== account._id) ?? []
  if (others.length === 0) return null
  return (
    <fieldset>
      <legend>{words.shareWith}</legend>
      {others.map(({ _id, fullName, email }) => (
        <label key={_id} className={choiceStyles.choice}>
          <input
            type="checkbox"
            checked={shareWith.includes(_id)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                kind: 'share-with',
                shareWith: [...shareWith.filter((id) => id !== _id), ...(checked ? [_id] : [])],
              })
            }
          />
          <span>
            {fullName || email}
            {fullName && <small>{email}</small>}
          </span>
        </label>
      ))}
      <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight}`}>{words.shareWithHint}</p>
    </fieldset>
  )
}

/** For mails to people, from an account, with an expiry. */
function ReminderChoice() {
  const words = useWords(optionsWords)
  const { role, sendAs, expirySeconds, remindRecipients } = useQuickSend((state) => state.draft)
  if (isAnonymous(role) || sendAs === 'link' || expirySeconds === NEVER_EXPIRES_SECONDS) return null
  const choose = (isOn: boolean) => change({ kind: 'choose-reminder', remindRecipients: isOn })
  return (
    <fieldset>
      <legend>{words.reminderTitle}</legend>
      <label className={choiceStyles.choice}>
        <input type="checkbox" checked={remindRecipients} onChange={(event) => choose(event.currentTarget.checked)} />
        <span>
          {words.reminder}
          <small>{words.reminderHint}</small>
        </span>
      </label>
    </fieldset>
  )
}
