import type { User } from '@waybill/contract/identity/profile-endpoints'
import { call } from '../api/client.ts'
import { setAccount } from '../api/session.ts'
import { useMutation } from '../api/use-mutation.ts'
import { useOptimisticValue } from '../optimistic/use-optimistic-value.ts'

type SettingsName = 'transferSettings' | 'requestSettings'

/**
 * The account's settings of that name with the latest choices. Saves one choice after the other, however fast: none
 * undoes an earlier one. Says `saved` for each that was saved.
 */
export function useSettings<Name extends SettingsName>(account: User, name: Name, saved: string) {
  const { error, save } = useMutation()
  const [pending, choose] = useOptimisticValue<Partial<User[Name]>>({}, (next) =>
    save(async () => setAccount((await call('updateProfile', { body: { [name]: next } })).user), saved),
  )
  const change = (next: Partial<User[Name]>) => choose({ ...pending, ...next })
  return { error, change, settings: { ...account[name], ...pending } }
}
