import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDns } from './dns.ts'

describe('a name server that lies', () => {
  let socket: Socket
  let answer: (question: Buffer) => Buffer | null
  beforeAll(async () => {
    socket = createSocket('udp4')
    socket.on('message', (question, from) => {
      const said = answer(question)
      if (said) socket.send(said, from.port, from.address)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  })
  afterAll(() => socket.close())

  const head = (question: Buffer, code: number, answers: number) => {
    const end = question.indexOf(0, 12) + 5
    const top = Buffer.alloc(12)
    question.copy(top, 0, 0, 2)
    top.writeUInt16BE(0x8180 | code, 2)
    top.writeUInt16BE(1, 4)
    top.writeUInt16BE(answers, 6)
    return Buffer.concat([top, question.subarray(12, end)])
  }
  const dns = () => openDns({ dnsServers: [`127.0.0.1:${socket.address().port}`] })

  test.each<[string, (question: Buffer) => Buffer | null]>([
    ['refuses', (question) => head(question, 5, 0)],
    ['fails', (question) => head(question, 2, 0)],
    ['answers noise', () => Buffer.from('noise, not an answer')],
    ['promises records that are not there', (question) => head(question, 0, 3)],
    ['never answers', () => null],
  ])('%s: nothing is known', async (_title, said) => {
    answer = said
    expect(await dns().txt('lies.test')).toMatchObject({ kind: 'unknown' })
    expect(await dns().cname('lies.test')).toMatchObject({ kind: 'unknown' })
    expect(await dns().addresses('lies.test')).toMatchObject({ kind: 'unknown' })
  })

  test('answers an empty list: there is no record', async () => {
    answer = (question) => head(question, 0, 0)
    expect(await dns().txt('lies.test')).toMatchObject({ kind: 'none' })
  })
})
