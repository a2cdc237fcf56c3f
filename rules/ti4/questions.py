"""Every question of the game, and the verbs of its orders in three languages."""

from typing import Any

from rules.kernel.decisions import Decision
from rules.ti4.cards import DiscardCards, ReturnSecret
from rules.ti4.choices import Choose, ChooseSome, FillPools, Relocate
from rules.ti4.combat.hits import AssignHits
from rules.ti4.combat.retreat import AnnounceRetreat
from rules.ti4.combat.space import Barrage, ChooseOpponent
from rules.ti4.limits import RemoveExcess
from rules.ti4.losses import LoseUnits
from rules.ti4.mapmaking import PlaceTile
from rules.ti4.phases.agenda import BreakTie, CastVotes
from rules.ti4.phases.status import ScoreObjectives, ScorePublic
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.phases.turns import TakeTurn
from rules.ti4.setup import KeepSecret, PickFaction, StartingTechnology
from rules.ti4.strategy.base import Redistribute
from rules.ti4.strategy.construction import BuildStructures, ConstructionSecondary
from rules.ti4.strategy.diplomacy import Protect, ReadyPlanets
from rules.ti4.strategy.imperial import ImperialSecondary
from rules.ti4.strategy.leadership import GainTokens
from rules.ti4.strategy.politics import ArrangeAgendas, NewSpeaker, PoliticsSecondary
from rules.ti4.strategy.technology import ResearchTechnology
from rules.ti4.strategy.trade import FreeTrade, TradeSecondary
from rules.ti4.strategy.warfare import LiftToken, WarfareSecondary
from rules.ti4.tactical.cannon import FireCannon
from rules.ti4.tactical.invasion import Bombard, Land, OrderCombats, RemoveCustodians
from rules.ti4.tactical.movement import MoveShips
from rules.ti4.tactical.production import Produce, Purchase
from rules.ti4.technology import Settle
from rules.ti4.timing import React
from rules.ti4.tokens import GiveToken

DECISIONS: tuple[type[Decision[Any]], ...] = (
    PickFaction, PlaceTile, StartingTechnology, KeepSecret,
    PickStrategy, TakeTurn, React, Choose, ChooseSome, FillPools,
    MoveShips, FireCannon, ChooseOpponent, Barrage, AnnounceRetreat, AssignHits,
    RemoveExcess, LoseUnits, GiveToken,
    Bombard, RemoveCustodians, Land, OrderCombats, Produce, Purchase, Settle, Relocate,
    GainTokens, Protect, ReadyPlanets, NewSpeaker, ArrangeAgendas, PoliticsSecondary,
    BuildStructures, ConstructionSecondary, FreeTrade, TradeSecondary,
    LiftToken, WarfareSecondary, ResearchTechnology, ScorePublic, ImperialSecondary,
    DiscardCards, ReturnSecret, ScoreObjectives, Redistribute, CastVotes, BreakTie,
)  # fmt: skip

VERBS: dict[str, tuple[str, ...]] = {
    "pick": ("pick", "wybierz kartę", "választ kártyát"),
    "place": ("place", "połóż", "lerak"),
    "keep": ("keep", "zachowaj", "megtart"),
    "research": ("research", "badaj", "kutat"),
    "activate": ("activate", "aktywuj", "aktivál"),
    "strategy": ("strategy", "strategia", "stratégia"),
    "play": ("play", "zagraj", "kijátszik"),
    "use": ("use", "użyj", "használ"),
    "pass": ("pass", "pas", "passz"),
    "move": ("move", "rusz", "mozgat"),
    "fire": ("fire", "strzelaj", "tüzel"),
    "hold": ("hold", "wstrzymaj", "tüzet szüntet"),
    "fight": ("fight", "walcz", "harcol"),
    "barrage": ("barrage", "ostrzał", "zárótűz"),
    "retreat": ("retreat", "odwrót", "visszavonul"),
    "stay": ("stay", "zostań", "marad"),
    "hits": ("hits", "straty", "találatok"),
    "remove": ("remove", "usuń", "eltávolít"),
    "bombard": ("bombard", "bombarduj", "bombáz"),
    "custodians": ("custodians", "namiestnicy", "őrzők"),
    "land": ("land", "ląduj", "leszáll"),
    "recall": ("recall", "odwołaj", "visszahív"),
    "sequence": ("sequence", "kolejność", "sorrend"),
    "produce": ("produce", "produkuj", "gyárt"),
    "done": ("done", "koniec", "kész"),
    "tokens": ("tokens", "żetony", "jelzők"),
    "pools": ("pools", "pule", "készletek"),
    "protect": ("protect", "chroń", "véd"),
    "ready": ("ready", "przygotuj", "felfrissít"),
    "speaker": ("speaker", "mówca", "szónok"),
    "agendas": ("agendas", "polityki", "javaslatok"),
    "draw": ("draw", "dobierz", "húz"),
    "build": ("build", "buduj", "épít"),
    "free": ("free", "za darmo", "ingyen"),
    "replenish": ("replenish", "uzupełnij", "feltölt"),
    "lift": ("lift", "podnieś", "felvesz"),
    "score": ("score", "punktuj", "pontoz"),
    "discard": ("discard", "odrzuć", "eldob"),
    "return": ("return", "zwróć", "visszaad"),
    "vote": ("vote", "głosuj", "szavaz"),
    "abstain": ("abstain", "wstrzymaj się od głosu", "tartózkodik"),
    "decide": ("decide", "rozstrzygnij", "eldönt"),
    "pay": ("pay", "zapłać", "fizess"),
    "give": ("give", "oddaj", "odaad"),
    "transfer": ("transfer", "przenieś", "áthelyez"),
    "choose": ("choose", "wybierz", "választ"),
    "skip": ("skip", "pomiń", "kihagy"),
    "offer": ("offer", "oferta", "ajánlat"),
}
"""The same set in every language; a verb may answer several questions, never two at once."""
