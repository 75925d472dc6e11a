import { posesAsBrand } from '@waybill/contract/identity/brand-names'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { setAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { Avatar } from '../../../shared/ui/marks/avatar.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

/** How others see the account's owner: picture, name, company; and the owner's language and time zone. */
export function ProfileTab({ account }: { account: User }) {
  return (
    <div className={layoutStyles.stack}>
      <Picture account={account} />
      <Names account={account} />
      <Reading account={account} />
    </div>
  )
}

function Picture({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const picker = useRef<HTMLInputElement>(null)
  const { isBusy, error, save } = useMutation()
  const take = (picture: File | undefined) => {
    if (!picture) return
    void save(async () => setAccount((await call('putPicture', { raw: picture })).user), words.saved)
  }
  const remove = () =>
    void save(async () => {
      await call('deletePicture', {})
      setAccount({ ...account, profilePic: null })
    }, words.saved)
  return (
    <AccountPart title={words.picture}>
      <div className={`${layoutStyles.row} ${accountPartStyles.accountPicture}`}>
        <Avatar of={account} size="small" />
        <div className={layoutStyles.row}>
          <Button variant="default" loading={isBusy} onClick={() => picker.current?.click()}>
            {words.choosePicture}
          </Button>
          {account.profilePic && (
            <button type="button" className={textStyles.quietButton} onClick={remove}>
              {words.removePicture}
            </button>
          )}
          <span className={textStyles.soft}>{words.pictureHint}</span>
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        tabIndex={-1}
        aria-label={words.choosePicture}
        onChange={(event) => {
          const picture = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          take(picture)
        }}
      />
      <FailureLine>{error}</FailureLine>
    </AccountPart>
  )
}

function Names({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [typed, setTyped] = useState({ fullName: account.fullName, company: account.company })
  const { isBusy, error, save } = useMutation()
  const posing = [typed.fullName, typed.company].find((name) => posesAsBrand(name, account.email))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => setAccount((await call('updateProfile', { body: typed })).user), words.saved)
  }
  return (
    <AccountPart title={words.names} text={words.namesText}>
      <form onSubmit={submit}>
        <FormField
          label={words.fullName}
          value={typed.fullName}
          autoComplete="name"
          maxLength={200}
          onType={(fullName) => setTyped((before) => ({ ...before, fullName }))}
        />
        <FormField
          label={words.company}
          value={typed.company}
          autoComplete="organization"
          maxLength={200}
          onType={(company) => setTyped((before) => ({ ...before, company }))}
        />
        {posing && <p className={textStyles.soft}>{words.brandName(posing)}</p>}
        <FailureLine>{error}</FailureLine>
        <div className={layoutStyles.row}>
          <Button type="submit" loading={isBusy}>
            {words.save}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function Reading({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const { choose } = useLanguage()
  const { error, save } = useMutation()
  const change = (body: { lang?: 'en' | 'zh'; timeZone?: string | null }) =>
    save(async () => {
      setAccount((await call('updateProfile', { body })).user)
      if (body.lang) choose(body.lang)
    }, words.saved)
  return (
    <AccountPart title={words.reading} text={words.readingText}>
      <div className={accountPartStyles.accountPartForm}>
        <label className={recordStyles.field}>
          <span className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{words.language}</span>
          <select
            className={fieldStyles.textField}
            value={account.lang}
            onChange={(event) => void change({ lang: event.currentTarget.value as 'en' | 'zh' })}
          >
            <option value="en">English</option>
            <option value="zh">中文</option>
          </select>
        </label>
        <label className={recordStyles.field}>
          <span className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{words.timeZone}</span>
          <select
            className={fieldStyles.textField}
            value={account.timeZone ?? ''}
            onChange={(event) => void change({ timeZone: event.currentTarget.value || null })}
          >
            <option value="">{words.browserZone}</option>
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </label>
        <FailureLine>{error}</FailureLine>
      </div>
    </AccountPart>
  )
}
