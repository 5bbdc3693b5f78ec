/** What a conversation is told of its project: one text that stands still between two blocks. */
import { describe, expect, it } from 'vitest'
import { Directories } from '../../../src/integrations/dsh/directories.ts'

const kitchen = { id: 'kitchen', header: { cwd: '/atlas' } }

/** A memory that says these texts, one after the other. */
function saying(...texts: (string | Error)[]) {
  const asked: unknown[] = []
  const directories = new Directories({
    call: async (_name, given) => {
      asked.push(given)
      const text = texts.shift() ?? ''
      if (text instanceof Error) throw text
      return text
    },
    language: 'zh',
  })
  return { asked, directories }
}

describe('the directory of a conversation', () => {
  it('is asked for in the language of the plugin, and is empty until it is known', async () => {
    const { asked, directories } = saying('Atlas: storage, release.')
    const renewed = directories.renew(kitchen)
    expect(directories.textOf('kitchen')).toBe('')
    await renewed
    expect(directories.textOf('kitchen')).toBe('Atlas: storage, release.')
    expect(directories.textOf('office')).toBe('')
    expect(asked).toEqual([{ session: { id: 'kitchen', cwd: '/atlas' }, language: 'zh' }])
  })

  it('stands until it is looked for anew, and when memory does not answer', async () => {
    const { directories } = saying('Storage.', new Error('slow'), 'Storage, release.')
    await directories.renew(kitchen)
    await directories.renew(kitchen)
    expect(directories.textOf('kitchen')).toBe('Storage.')
    await directories.renew(kitchen)
    expect(directories.textOf('kitchen')).toBe('Storage, release.')
    directories.forget('kitchen')
    expect(directories.textOf('kitchen')).toBe('')
  })

  it('holds nothing that the host would take for a template, which would end the turn', async () => {
    const { directories } = saying('Templates such as {{name}} and {{{other}}} are used.')
    await directories.renew(kitchen)
    expect(directories.textOf('kitchen')).not.toMatch(/\{\{|\}\}/)
  })
})
