import { changeOperated, type OperatedChange } from '../accounts/index.ts'
import { withDatabase } from './with-database.ts'

/** Changes the account of an address and says so; 1 where there is none. */
export async function changeUser(
  address: string,
  change: OperatedChange,
  said: string,
  print: (text: string) => void,
): Promise<number> {
  const isChanged = await withDatabase(({ db }) => changeOperated(db, address, change))
  print(isChanged ? `${said}\n` : `No account has the address ${address}.\n`)
  return isChanged ? 0 : 1
}
