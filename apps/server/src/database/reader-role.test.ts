import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asAdmin } from '#test/given-server'
import { migrate } from './migrate.ts'

const name = `poor_${randomBytes(6).toString('hex')}`
const admin = (sql: string) => asAdmin(inject('databaseAdmin'), sql)
const connection = () => ({ ...inject('databaseAdmin'), user: name, password: 'poor', database: name })

beforeAll(async () => {
  await admin(`create role ${name} login password 'poor'`)
  await admin(`create database ${name} owner ${name}`)
})
afterAll(async () => {
  await admin(`drop database if exists ${name} with (force)`)
  await admin(`drop role if exists ${name}`)
})

test('a role that may not have the reader says what its administrator is to do, and then starts', async () => {
  await expect(migrate(connection())).rejects.toThrow(`grant waybill_reader to ${name};`)
  await admin(`grant waybill_reader to ${name}`)
  expect(await migrate(connection())).toContain('0018-row-security.sql')
})

test('a role that may make roles needs nobody', async () => {
  await admin(`revoke waybill_reader from ${name}`)
  await admin(`alter role ${name} superuser`)
  expect(await migrate(connection())).toEqual([])
})
