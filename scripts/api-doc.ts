/** `npm run api-doc`: writes the table of docs/api.md from the contract. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withApiTable } from './api-doc/api-table.ts'

const path = join(import.meta.dirname, '../docs/api.md')
writeFileSync(path, withApiTable(readFileSync(path, 'utf8')))
