import { Link } from '@tanstack/react-router'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { useAccount } from '../../../shared/api/session.ts'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { useClock } from '../../../shared/time/clock.ts'
import { trackingWords } from '../../../shared/tracking/words/tracking-words.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { Stamp, type StampInk } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { arrivalStampOf } from '../arrival-stamp.ts'
import { Expiry } from '../expiry.tsx'
import { titleOf } from '../title-of.ts'
import { arrivalWords } from '../words/arrival-words.ts'
import transferListStyles from './transfer-list.module.css'
import { transferListWords } from './words/transfer-list-words.ts'

interface TransferRowProps {
  transfer: ListedTransfer
  isReceived: boolean
  isSelectable: boolean
  isSelected: boolean
  onToggle: (isRange: boolean) => void
}

/** One transfer of the list: its contents, its recipients, and its state. */
export function TransferRow({ transfer, isReceived, isSelectable, isSelected, onToggle }: TransferRowProps) {
  const words = useWords(transferListWords)
  const { fileCount } = useWords(filesWords)
  const { language } = useLanguage()
  const clock = useClock()
  const account = useAccount()
  const isOthers = transfer.senderId !== null && transfer.senderId !== account?._id
  const bySomebody = isOthers && (transfer.senderName || transfer.senderEmail)
  const sentAt = new Date(transfer.dateSent).toISOString()
  const { name, others } = titleOf(transfer)
  const what = others > 0 ? `${name} +${others}` : name
  return (
    <li
      className={`${listStyles.listRow} ${transferListStyles.transferRow}`}
      data-selected={isSelected || undefined}
      data-state={transfer.state}
    >
      {isSelectable ? (
        <label className={listStyles.rowPick}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
            aria-label={words.select(what)}
          />
        </label>
      ) : (
        <span className={listStyles.rowPick} />
      )}
      <div className={transferListStyles.transferRowWhat}>
        <TitleLink transfer={transfer} isReceived={isReceived} />
        <p className={`${textStyles.soft} ${layoutStyles.cut}`}>
          {fileCount(transfer.fileNumber)} · {formatBytes(transfer.bytes, language)} ·{' '}
          <span className={textStyles.mono}>{transfer.slug}</span>
        </p>
      </div>
      <div className={transferListStyles.transferRowWho}>
        <Who transfer={transfer} isReceived={isReceived} />
        <p className={`${textStyles.soft} ${layoutStyles.cut}`}>
          {transfer.sendLater ? words.created : isReceived ? words.arrived : words.sent}{' '}
          <time dateTime={sentAt}>{clock.moment(sentAt)}</time>
          <LastEvent transfer={transfer} />
        </p>
        {bySomebody && <p className={`${textStyles.soft} ${layoutStyles.cut}`}>{words.sentBy(bySomebody)}</p>}
      </div>
      <div className={`${linesStyles.lines} ${transferListStyles.transferRowEnd}`}>
        <State transfer={transfer} isReceived={isReceived} />
        <p className={textStyles.soft}>
          <Expiry transfer={transfer} />
        </p>
      </div>
      <div className={transferListStyles.transferRowLink}>
        {transfer.link && transfer.state === 'active' && (
          <CopyButton
            text={new URL(transfer.link, location.origin).href}
            label={words.copyLink}
            done={words.linkCopied}
          >
            {''}
          </CopyButton>
        )}
      </div>
    </li>
  )
}

/** Sent ones open in the dashboard; received ones as their recipient's page. */
function TitleLink({ transfer, isReceived }: { transfer: ListedTransfer; isReceived: boolean }) {
  const words = useWords(transferListWords)
  const { name, others } = titleOf(transfer)
  const title = (
    <>
      {transfer.isProtected && (
        <span className={transferListStyles.transferRowLock} title={words.isProtected}>
          <Icon name="lock" size={16} />
          <span className={textStyles.unseen}>{words.isProtected} </span>
        </span>
      )}
      <span className={`${layoutStyles.strong} ${transferListStyles.transferRowName}`}>{name}</span>
      {others > 0 && <span className={textStyles.soft}> {words.more(others)}</span>}
    </>
  )
  if (isReceived) return transfer.link ? <a href={transfer.link}>{title}</a> : <span>{title}</span>
  return (
    <Link to="/dash/transfers/$slug" params={{ slug: transfer.slug }}>
      {title}
    </Link>
  )
}

function Who({ transfer, isReceived }: { transfer: ListedTransfer; isReceived: boolean }) {
  const words = useWords(transferListWords)
  if (isReceived) {
    return (
      <p className={layoutStyles.cut}>
        <span className={textStyles.soft}>{words.from}</span> {transfer.senderName || transfer.senderEmail}
      </p>
    )
  }
  if (transfer.sendAs === 'link') {
    const { deviceCount } = transfer
    return (
      <p className={layoutStyles.cut}>
        {deviceCount === 0 ? words.byLink : `${words.byLink} · ${words.devices(deviceCount)}`}
      </p>
    )
  }
  const [first] = transfer.emailTo
  const others = transfer.recipientCount - 1
  return (
    <p className={`${layoutStyles.ends} ${layoutStyles.gapTight}`}>
      <span className={layoutStyles.cut}>
        <span className={textStyles.soft}>{words.to}</span> {first ? first.name || first.email : '–'}
      </span>
      {others > 0 && <span> +{others}</span>}
    </p>
  )
}

/** ' · Opened 2 minutes ago': what has happened since it was sent. */
function LastEvent({ transfer: { lastEvent } }: { transfer: ListedTransfer }) {
  const { kinds } = useWords(trackingWords)
  // The stamp says that it is scheduled, and for when.
  if (lastEvent === null || ['sent', 'mailed', 'scheduled'].includes(lastEvent.kind)) return null
  return (
    <>
      {' · '}
      {kinds[lastEvent.kind]} <AgoTime at={lastEvent.at} />
    </>
  )
}

function State({ transfer, isReceived }: { transfer: ListedTransfer; isReceived: boolean }) {
  const words = useWords(transferListWords)
  const ofArrival = useWords(arrivalWords)
  const arriving = arrivalStampOf(transfer)
  const stamp = arriving ?? stampOf(transfer, isReceived)
  return (
    <>
      {stamp && (
        <Stamp ink={stamp.ink} isSmall>
          {arriving ? ofArrival.stamp[arriving.word](arriving.percent) : words.stamps[stamp.word as StampWord]}
        </Stamp>
      )}
      {!isReceived && transfer.total_downloads > 0 && (
        <span className={layoutStyles.small}>{words.downloads(transfer.total_downloads)}</span>
      )}
    </>
  )
}

type StampWord =
  | 'deleted'
  | 'scheduled'
  | 'unsent'
  | 'blocked'
  | 'infected'
  | 'bounced'
  | 'stalled'
  | 'unseen'
  | 'expiring'
  | 'expired'
  | 'paused'
  | 'under-way'
  | 'delivered'
  | 'handed-over'

/** The most important word: quiet where everything is as it should be, loud where a hand is needed. */
function stampOf(transfer: ListedTransfer, isReceived: boolean): { word: StampWord; ink: StampInk } | null {
  if (transfer.state === 'deleted') return { word: 'deleted', ink: 'quiet' }
  if (transfer.isBlocked) return { word: 'blocked', ink: 'stamp' }
  if (transfer.isInfected) return { word: 'infected', ink: 'stamp' }
  if (transfer.state === 'scheduled') return { word: 'scheduled', ink: 'waiting' }
  if (transfer.state === 'unsent') return { word: 'unsent', ink: 'stamp' }
  if (transfer.state === 'expired') return { word: 'expired', ink: 'stamp' }
  if (transfer.state === 'paused') return { word: 'paused', ink: 'ink' }
  if (transfer.trouble !== null) return { word: transfer.trouble, ink: 'stamp' }
  if (transfer.isExpiring) return { word: 'expiring', ink: 'waiting' }
  if (isReceived) return null
  if (transfer.isUnseen) return { word: 'unseen', ink: 'quiet' }
  if (!transfer.isDelivered) return { word: 'under-way', ink: 'quiet' }
  return { word: transfer.isHandedOver ? 'handed-over' : 'delivered', ink: 'delivered' }
}
