/** The fields of a form, from the JSON schema of a game's options. */
import { capital } from '../../lib/text'

export interface Field {
  name: string
  label: string
  about: string
  kind: 'whole' | 'switch' | 'pick' | 'text'
  first: unknown // the default
  least?: number
  most?: number // of a number; of a text: characters
  picks: (string | number)[]
  example: string // of a text
  clause: string // by which the server refuses it: "gate 6.2"; may be empty
  when: Record<string, unknown> // other options and the values with which this one matters
}

export type Values = Record<string, unknown>
type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows a "$ref" into "$defs", as schemas of one type are often written. */
function resolved(schema: unknown, root: Schema): Schema {
  if (!isSchema(schema)) return {}
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  let place: unknown = root
  for (const step of ref.replace(/^#\//, '').split('/')) place = isSchema(place) ? place[step] : undefined
  const { $ref: _, ...beside } = schema
  return { ...resolved(place, root), ...beside }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isPick = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The fields a form can ask for; properties of other shapes are left to their defaults. */
export function fieldsOf(schema: Record<string, unknown>): Field[] {
  const top = resolved(schema, schema)
  const properties = isSchema(top.properties) ? top.properties : {}
  const fields: Field[] = []
  for (const [name, raw] of Object.entries(properties)) {
    const property = resolved(raw, schema)
    const kind = kindOf(property)
    if (!kind) continue
    fields.push({
      name,
      label: text(property.title) || name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
      about: text(property.description),
      kind,
      first: property.default,
      least: number(property.minimum),
      most: number(property.maximum ?? property.maxLength),
      picks: list(property.enum).filter(isPick),
      example: text(list(property.examples)[0]),
      clause: text(property.clause),
      when: isSchema(property.when) ? property.when : {},
    })
  }
  return fields
}

function kindOf(property: Schema): Field['kind'] | null {
  if (list(property.enum).some(isPick)) return 'pick'
  if (property.type === 'boolean') return 'switch'
  if (property.type === 'integer') return 'whole'
  return property.type === 'string' ? 'text' : null
}

/** A value of a pick list as people read it: "king-tut" is King Tut. */
export const pickWords = (value: string | number): string => String(value).split('-').map(capital).join(' ')

/** The fields that matter with these values: those of another mode are left out. */
export const fitting = (fields: Field[], values: Values): Field[] =>
  fields.filter(({ when }) => Object.entries(when).every(([name, wanted]) => values[name] === wanted))

/** The options to send: only those that matter and differ from the defaults. */
export function chosen(fields: Field[], values: Values): Values {
  const out: Values = {}
  for (const field of fitting(fields, values)) {
    const given = values[field.name]
    const value = field.kind === 'text' ? text(given).trim() : given
    if (value !== undefined && value !== null && value !== field.first) out[field.name] = value
  }
  return out
}

/** Why a value cannot be sent, in a sentence; empty when it can. */
export function wrong(field: Field, value: unknown): string {
  const { kind, label, least, most } = field
  if (kind === 'text')
    return most !== undefined && text(value).length > most ? `${label} is at most ${most} characters long.` : ''
  if (kind !== 'whole') return ''
  if (typeof value !== 'number' || !Number.isInteger(value)) return `${label} is a whole number.`
  if (least !== undefined && most !== undefined && (value < least || value > most))
    return `${label} is between ${least} and ${most}.`
  if (least !== undefined && value < least) return `${label} is at least ${least}.`
  if (most !== undefined && value > most) return `${label} is at most ${most}.`
  return ''
}
