import type { ApiKey } from '@waybill/contract/identity/key-endpoints'
import { useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { callSteppedUp } from '../security/step-up.ts'
import { invalidateApiKeys } from './use-api-keys.ts'
import { keysWords } from './words/keys-words.ts'

/** One key, and the button that revokes it. */
export function KeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const words = useWords(keysWords)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, save } = useMutation()
  const revoke = () => {
    setAsking(false)
    void save(async () => {
      await callSteppedUp('revokeApiKey', { params: { key: apiKey._id } })
      onRevoked()
      await invalidateApiKeys()
    }, words.revoked)
  }
  return (
    <li
      className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}
      aria-label={apiKey.name}
      aria-busy={isBusy}
    >
      <div className={linesStyles.shrinks}>
        <p>
          <strong>{apiKey.name}</strong> <span className={textStyles.mono}>{`wbk_${apiKey._id}_…`}</span>
        </p>
        <p>{apiKey.scopes.map((scope) => words.scopes[scope]).join(' · ')}</p>
        <Standing apiKey={apiKey} />
        <FailureLine>{error}</FailureLine>
      </div>
      <button type="button" className={textStyles.quietButton} onClick={() => !isBusy && setAsking(true)}>
        {words.revoke}
        <span className={textStyles.unseen}> {apiKey.name}</span>
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.revokeTitle(apiKey.name)}
        text={words.revokeText}
        confirmLabel={words.revoke}
        onConfirm={revoke}
        keepLabel={words.keep}
        onKeep={() => setAsking(false)}
      />
    </li>
  )
}

function Standing({ apiKey: { createdAt, endsAt, lastUsedAt, networks } }: { apiKey: ApiKey }) {
  const words = useWords(keysWords)
  const { language } = useLanguage()
  const day = (instant: string) => formatDay(instant, 'local', language)
  const isEnded = endsAt !== null && Date.parse(endsAt) <= Date.now()
  return (
    <>
      <p className={textStyles.soft}>
        {isEnded && <strong className={layoutStyles.warned}>{words.ended} · </strong>}
        {words.madeOn(day(createdAt))}
        {!isEnded && ` · ${endsAt === null ? words.endless : words.endsOn(day(endsAt))}`}
        {' · '}
        {lastUsedAt === null ? (
          words.neverUsed
        ) : (
          <>
            {words.lastUsed} <AgoTime at={lastUsedAt} />
          </>
        )}
      </p>
      {networks.length > 0 && <p className={textStyles.soft}>{words.from(networks.join(', '))}</p>}
    </>
  )
}
