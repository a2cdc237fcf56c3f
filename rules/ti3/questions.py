"""Every question of the game, and the verbs of its orders in three languages."""

from typing import Any

from rules.kernel.decisions import Decision
from rules.ti3.cards import DiscardCards
from rules.ti3.choices import Choose, ChooseSome, HowMany, PayFor, PlaceCounters, PlaceForces
from rules.ti3.combat.hits import AssignHits
from rules.ti3.combat.invasion import HoldFire, PlanInvasion
from rules.ti3.combat.retreat import AnnounceLeaving, ChooseHaven
from rules.ti3.combat.space import ChooseOpponent, SendSaboteurs
from rules.ti3.council import BreakTie, CastVote
from rules.ti3.domains import FreeDock, KeepLazax, Probe, RazeCounters, TeachTechnology
from rules.ti3.leaders import ChooseRefuge, Rescue, TakeInstallations, UseDiplomat
from rules.ti3.limits import RemoveExcess
from rules.ti3.mapmaking import ChooseHome, PlaceFaceDown, PlaceTile
from rules.ti3.phases.action import TakeTurn
from rules.ti3.phases.status import ClaimObjectives, StatusForm
from rules.ti3.phases.strategy import ConvertBonus, HandOn, PickStrategy
from rules.ti3.production import Produce
from rules.ti3.setup import PickRace, PlaceStart
from rules.ti3.strategy.diplomacy import NameOpponent, RefreshPlanets
from rules.ti3.strategy.imperial import Mobilize
from rules.ti3.strategy.logistics import BuyCounters, Operations
from rules.ti3.strategy.political import ArrangeAgendas, SeekDestiny
from rules.ti3.strategy.technology import BuyTechnology, GainTechnology
from rules.ti3.strategy.trade import ApproveTrade, Commerce, GuildPower, OfferTrade
from rules.ti3.strategy.warfare import LiftCounter, OrderPatrols, SendPatrols
from rules.ti3.tactical.cannon import FireCannon
from rules.ti3.tactical.landing import Land
from rules.ti3.tactical.movement import MoveShips, PermitPassage
from rules.ti3.tactical.tactical_action import PayToll
from rules.ti3.tactical.transfer_action import ShiftShips
from rules.ti3.timing import React

DECISIONS: tuple[type[Decision[Any]], ...] = (
    PickRace, ChooseHome, PlaceFaceDown, PlaceTile, PlaceStart,
    PickStrategy, ConvertBonus, HandOn, TakeTurn, React, Choose, ChooseSome, HowMany, PayFor,
    PlaceForces, PlaceCounters,
    NameOpponent, RefreshPlanets, ArrangeAgendas, SeekDestiny, Operations, BuyCounters,
    GuildPower, OfferTrade, ApproveTrade, Commerce, LiftCounter, OrderPatrols, SendPatrols,
    GainTechnology, BuyTechnology, Mobilize,
    PayToll, MoveShips, PermitPassage, ShiftShips, FireCannon, ChooseOpponent, SendSaboteurs,
    AnnounceLeaving, ChooseHaven, AssignHits, RemoveExcess, Land, PlanInvasion, HoldFire, Produce,
    CastVote, BreakTie, DiscardCards, ClaimObjectives, StatusForm,
    Probe, RazeCounters, KeepLazax, FreeDock, TeachTechnology,
    ChooseRefuge, Rescue, UseDiplomat, TakeInstallations,
)  # fmt: skip

VERBS: dict[str, tuple[str, ...]] = {
    "pick": ("pick", "wybierz kartę", "választ kártyát"),
    "home": ("home", "dom", "otthon"),
    "place": ("place", "połóż", "lerak"),
    "bonus": ("bonus", "premia", "bónusz"),
    "counters": ("counters", "znaczniki", "jelzők"),
    "areas": ("areas", "obszary", "mezők"),
    "activate": ("activate", "aktywuj", "aktivál"),
    "transfer": ("transfer", "transfer", "szállít"),
    "strategy": ("strategy", "strategia", "stratégia"),
    "play": ("play", "zagraj", "kijátszik"),
    "use": ("use", "użyj", "használ"),
    "pass": ("pass", "pas", "passz"),
    "skip": ("skip", "pomiń", "kihagy"),
    "done": ("done", "koniec", "kész"),
    "envoy": ("envoy", "poseł", "követ"),
    "refresh": ("refresh", "odśwież", "felfrissít"),
    "agendas": ("agendas", "polityki", "javaslatok"),
    "draw": ("draw", "dobierz", "húz"),
    "buy": ("buy", "kup", "vesz"),
    "trade": ("trade", "handluj", "kereskedik"),
    "agree": ("agree", "umowa", "megállapodik"),
    "approve": ("approve", "zatwierdź", "jóváhagy"),
    "collect": ("collect", "pobierz", "begyűjt"),
    "lift": ("lift", "podnieś", "felvesz"),
    "patrol": ("patrol", "patroluj", "járőrözik"),
    "research": ("research", "badaj", "kutat"),
    "toll": ("toll", "myto", "vám"),
    "move": ("move", "rusz", "mozgat"),
    "permit": ("permit", "pozwól", "enged"),
    "refuse": ("refuse", "odmów", "megtagad"),
    "fire": ("fire", "strzelaj", "tüzel"),
    "hold": ("hold", "wstrzymaj", "tüzet szüntet"),
    "fight": ("fight", "walcz", "harcol"),
    "saboteurs": ("saboteurs", "sabotaż", "szabotőrök"),
    "retreat": ("retreat", "withdraw", "odwrót", "wycofaj", "visszavonul"),
    "stay": ("stay", "zostań", "marad"),
    "haven": ("haven", "schronienie", "menedék"),
    "hits": ("hits", "straty", "találatok"),
    "remove": ("remove", "usuń", "eltávolít"),
    "land": ("land", "ląduj", "leszáll"),
    "stow": ("stow", "rozmieść", "rakodik"),
    "bombard": ("bombard", "bombarduj", "bombáz"),
    "sequence": ("sequence", "kolejność", "sorrend"),
    "bacteria": ("bacteria", "bakterie", "baktérium"),
    "produce": ("produce", "produkuj", "gyárt"),
    "build": ("build", "buduj", "épít"),
    "probe": ("probe", "sonduj", "szondáz"),
    "raze": ("raze", "zniszcz", "lerombol"),
    "keep": ("keep", "zachowaj", "megtart"),
    "refuge": ("refuge", "schron", "menekül"),
    "rescue": ("rescue", "uwolnij", "kiszabadít"),
    "delay": ("delay", "opóźnij", "késleltet"),
    "capture": ("capture", "przejmij", "elfoglal"),
    "captive": ("captive", "jeniec", "fogoly"),
    "vote": ("vote", "głosuj", "szavaz"),
    "abstain": ("abstain", "wstrzymaj się od głosu", "tartózkodik"),
    "decide": ("decide", "rozstrzygnij", "eldönt"),
    "claim": ("claim", "score", "zgłoś", "teljesít"),
    "cancel": ("cancel", "zerwij", "felbont"),
    "scuttle": ("scuttle", "złomuj", "elsüllyeszt"),
    "discard": ("discard", "odrzuć", "eldob"),
    "choose": ("choose", "wybierz", "választ"),
    "swap": ("swap", "wymień", "cserél"),
    "give": ("give", "oddaj", "odaad"),
    "pay": ("pay", "zapłać", "fizess"),
}
"""The same set in every language; a verb may answer several questions, never two at once."""
