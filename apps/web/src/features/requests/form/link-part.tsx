import type { IdentityRule } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { Choice } from '../../../shared/ui/fields/choice.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../request-words.ts'
import { useDraft } from './draft/draft-context.ts'
import { Tick } from './draft/draft-field.tsx'
import requestFormStyles from './request-form.module.css'
import { requestFormWords } from './words/request-form-words.ts'

/** Whether any holder of the link may answer, who they must be, and what admits them. */
export function LinkPart({ hasPassword }: { hasPassword: boolean }) {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  const rules = Object.keys(words.identities) as IdentityRule[]
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      aria-label={words.link}
    >
      <div className={`${layoutStyles.ends} ${requestFormStyles.requestPartHead}`}>
        <h2>{words.link}</h2>
      </div>
      <Tick isOn={draft.isOpenLink} onChange={(isOpenLink) => change({ isOpenLink })} hint={words.openLinkHint}>
        {words.openLink}
      </Tick>
      {draft.isOpenLink && (
        <fieldset>
          <legend>{words.identity}</legend>
          {rules.map((rule) => (
            <Choice
              key={rule}
              group="identity"
              isChosen={draft.identity === rule}
              hint={words.identities[rule].hint}
              onChoose={() => change({ identity: rule })}
            >
              {words.identities[rule].name}
            </Choice>
          ))}
        </fieldset>
      )}
      <Password hasPassword={hasPassword} />
    </section>
  )
}

/** An existing password is never shown: the user keeps, removes, or replaces it. */
function Password({ hasPassword }: { hasPassword: boolean }) {
  const words = useRequestWords(requestFormWords)
  const { draft, change, faultOf } = useDraft()
  const [isChanging, setChanging] = useState(false)
  const fault = faultOf('request-password')
  if (hasPassword && draft.password === null && !isChanging) {
    return (
      <p className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
        {words.passwordSet}
        <button type="button" className={textStyles.quietButton} onClick={() => setChanging(true)}>
          {words.passwordChange}
        </button>
        <button type="button" className={textStyles.quietButton} onClick={() => change({ password: '' })}>
          {words.passwordRemove}
        </button>
      </p>
    )
  }
  if (hasPassword && draft.password === '') {
    return (
      <p className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
        {words.passwordGone}
        <button type="button" className={textStyles.quietButton} onClick={() => change({ password: null })}>
          {words.passwordKeep}
        </button>
      </p>
    )
  }
  return (
    <div>
      <PasswordField
        label={words.password}
        purpose="new"
        value={draft.password ?? ''}
        error={fault && words.faults[fault]}
        onType={(text) => change({ password: text === '' ? null : text })}
      />
      <p
        className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight} ${requestFormStyles.requestHint}`}
      >
        {words.passwordHint}
      </p>
    </div>
  )
}
