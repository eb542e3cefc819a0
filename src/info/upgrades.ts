import { currentRelease, type Upgrades } from '../../schemas/info.ts'
import type { Dialect } from '../http/request/dialect.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import { constantInfoMethod } from './info-method.ts'
import { only } from './rows.ts'

/** `info.upgrades`: the activation time of each upgrade. The live node also knows later ones. */
export const upgrades = constantInfoMethod('info.upgrades', (world, dialect) =>
  toUpgrades(only(world, selectUpgrades), dialect),
)

const selectUpgrades = statement<{ network: Network }, UpgradesRow>(
  'SELECT * FROM node_upgrades WHERE network = :network',
)

interface UpgradesRow {
  apricot_phase_1_time: string
  apricot_phase_2_time: string
  apricot_phase_3_time: string
  apricot_phase_4_time: string
  apricot_phase_4_min_p_chain_height: number
  apricot_phase_5_time: string
  apricot_phase_pre_6_time: string
  apricot_phase_6_time: string
  apricot_phase_post_6_time: string
  banff_time: string
  cortina_time: string
  cortina_x_chain_stop_vertex_id: string
  durango_time: string
  etna_time: string
  fortuna_time: string
  granite_time: string
  granite_epoch_duration: number
  helicon_time: string
}

const toUpgrades = (row: UpgradesRow, dialect: Dialect): Upgrades => ({
  apricotPhase1Time: row.apricot_phase_1_time,
  apricotPhase2Time: row.apricot_phase_2_time,
  apricotPhase3Time: row.apricot_phase_3_time,
  apricotPhase4Time: row.apricot_phase_4_time,
  apricotPhase4MinPChainHeight: row.apricot_phase_4_min_p_chain_height,
  apricotPhase5Time: row.apricot_phase_5_time,
  apricotPhasePre6Time: row.apricot_phase_pre_6_time,
  apricotPhase6Time: row.apricot_phase_6_time,
  apricotPhasePost6Time: row.apricot_phase_post_6_time,
  banffTime: row.banff_time,
  cortinaTime: row.cortina_time,
  cortinaXChainStopVertexID: row.cortina_x_chain_stop_vertex_id,
  durangoTime: row.durango_time,
  etnaTime: row.etna_time,
  fortunaTime: row.fortuna_time,
  graniteTime: row.granite_time,
  ...(currentRelease.in(dialect) && {
    graniteEpochDuration: row.granite_epoch_duration,
    heliconTime: row.helicon_time,
  }),
})
