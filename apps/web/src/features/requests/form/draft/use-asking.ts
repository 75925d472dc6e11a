import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { call } from '../../../../shared/api/client.ts'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { makeKeys } from '../../../../shared/sealing/make-keys.ts'
import { sealingFailure } from '../../../../shared/sealing/sealing-failure.ts'
import { showRequest } from '../../use-requests.ts'
import type { DraftForm } from './draft-context.ts'
import { creationOf } from './request-draft.ts'
import { sendDraft } from './send-draft.ts'

/** Makes the request of a form. For a sealed one it makes the key first, which takes a second or two. */
export function useAsking(form: DraftForm, onMade: (request: RequestRecord) => void) {
  const [isMakingKey, setMakingKey] = useState(false)
  const { isBusy, error, save } = useMutation(sealingFailure)
  const keyOf = async (passphrase: string) => {
    setMakingKey(true)
    try {
      return { sealing: await makeKeys(passphrase) }
    } finally {
      setMakingKey(false)
    }
  }
  const ask = () =>
    sendDraft(form, (draft) =>
      save(async () => {
        const key = draft.isSealed && form.passphrase !== null ? await keyOf(form.passphrase) : {}
        const { request } = await call('createRequest', { body: { ...creationOf(draft), ...key } })
        showRequest(request)
        onMade(request)
      }),
    )
  return { isBusy, error, isMakingKey, ask }
}
