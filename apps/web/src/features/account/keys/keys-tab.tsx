import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ApiKey } from '@waybill/contract/identity/key-endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { helpPath } from '../../../shared/words/help-path.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { StepUpDialog } from '../security/step-up-dialog.tsx'
import { DeviceLogin } from './device-login.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { MadeKey } from './made-key.tsx'
import { invalidateApiKeys, useApiKeys } from './use-api-keys.ts'
import { keysWords } from './words/keys-words.ts'

interface Made {
  apiKey: ApiKey
  key: string
}

/** The account's API keys: what each may do, and its last use. */
export function KeysTab({ account }: { account: User }) {
  const words = useWords(keysWords)
  const { data, error, refetch } = useApiKeys()
  /** Each opening begins empty. */
  const [form, setForm] = useState({ nth: 0, isOpen: false, returnFocus: true })
  const [made, setMade] = useState<readonly Made[]>([])
  const forget = (id: string) => setMade((shown) => shown.filter(({ apiKey }) => apiKey._id !== id))
  const isFull = data !== undefined && data.keys.length >= data.limit
  const { device } = useSearch({ strict: false }) as { device?: unknown }
  const navigate = useNavigate()
  const leaveDevice = () => {
    void navigate({ to: '/dash/account/keys', replace: true })
    void invalidateApiKeys()
  }
  return (
    <div className={layoutStyles.stack}>
      {device !== undefined && <DeviceLogin key={String(device)} code={String(device)} onEnd={leaveDevice} />}
      <AccountPart title={words.title} text={words.text}>
        {made.map(({ apiKey, key }) => (
          <MadeKey key={apiKey._id} apiKey={apiKey} text={key} email={account.email} onEnd={() => forget(apiKey._id)} />
        ))}
        {data === undefined ? (
          <Instead error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            {data.keys.length === 0 && <NoneYet />}
            <ul className={layoutStyles.hidesEmpty} aria-label={words.title}>
              {data.keys.map((apiKey) => (
                <KeyRow key={apiKey._id} apiKey={apiKey} onRevoked={() => forget(apiKey._id)} />
              ))}
            </ul>
            <div className={layoutStyles.row}>
              <Button
                variant="default"
                disabled={isFull}
                onClick={() => setForm(({ nth }) => ({ nth: nth + 1, isOpen: true, returnFocus: true }))}
              >
                {words.add}
              </Button>
              {isFull && <span className={textStyles.soft}>{words.full(data.limit)}</span>}
            </div>
          </>
        )}
        {device === undefined && (
          <p>
            <Link to="/dash/account/keys" search={{ device: '' } as never}>
              {words.device.open}
            </Link>
          </p>
        )}
        <p>
          <a href={helpPath('api-keys')} target="_blank" rel="noreferrer">
            {words.help}
          </a>
        </p>
        <p>
          <a href={helpPath('command-line')} target="_blank" rel="noreferrer">
            {words.commandLine}
          </a>
        </p>
      </AccountPart>
      <KeyForm
        {...form}
        onEnd={(one) => {
          // The new key needs attention, not the button.
          setForm((now) => ({ ...now, isOpen: false, returnFocus: one === undefined }))
          if (one) setMade((shown) => [one, ...shown])
          void invalidateApiKeys()
        }}
      />
      <StepUpDialog />
    </div>
  )
}

function Instead({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const words = useWords(keysWords)
  if (error === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return <ListFailed error={error} again={words.again} onAgain={onRetry} />
}

function NoneYet() {
  const words = useWords(keysWords)
  return (
    <div className={listStyles.listInstead}>
      <h3>{words.emptyTitle}</h3>
      <p className={textStyles.soft}>{words.emptyText}</p>
    </div>
  )
}
