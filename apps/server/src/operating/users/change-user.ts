import { type AccountChange, changeAccount } from '../../desk/index.ts'
import { findAccountOfAddress } from '../../identity/accounts/index.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { withDatabase } from '../with-database.ts'

/** Changes the account of an address and prints the result; 1 where there is none. */
export async function changeUser(
  address: string,
  { command, change, said }: { command: string; change: AccountChange; said: string },
  print: (text: string) => void,
): Promise<number> {
  const isChanged = await withDatabase(
    async ({ db }) => {
      const account = await findAccountOfAddress(db, address)
      isAbout({ address, accountId: account?.id })
      if (account === null) return false
      const { held } = await changeAccount({ db }, account, change)
      const { role, status } = held ?? change
      const isOther = (change.role ?? role) !== role || (change.status ?? status) !== status
      if (isOther) print(`Its lifetime codes give more: the account stays ${role}, ${status}.\n`)
      return true
    },
    { command, isDone: Boolean },
  )
  print(isChanged ? `${said}\n` : `No account has the address ${address}.\n`)
  return isChanged ? 0 : 1
}
