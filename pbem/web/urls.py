"""Addresses of the pages; who may open which is in `permissions`."""

from django.urls import path

from pbem.web.views import account, history, lobby, new_table, people, rules, start, table, time

urlpatterns = [
    path("", start.start, name="start"),
    path("in/", account.sign_in, name="sign-in"),
    path("out/", account.sign_out, name="sign-out"),
    path("look/<str:token>/", account.look, name="look"),
    path("me/", account.me, name="me"),
    path("rules/<slug:ruleset>/", rules.rules, name="rules"),
    path("orders/<slug:ruleset>/", rules.orders, name="order-guide"),
    path("people/<int:player_id>/", people.person, name="person"),
    path("lobby/", lobby.index, name="lobby"),
    path("lobby/new/", new_table.new_table, name="new-table"),
    path("lobby/new/<slug:ruleset>/", new_table.new_table_of, name="new-table-of"),
    path("t/<int:game_id>/", table.show, name="table"),
    path("t/<int:game_id>/news/", table.news, name="table-news"),
    path("t/<int:game_id>/log/", table.log, name="log"),
    path("t/<int:game_id>/player/<int:number>/", table.player, name="player"),
    path("t/<int:game_id>/picture/<slug:name>/", table.picture, name="picture"),
    path("t/<int:game_id>/join/", lobby.join, name="join"),
    path("t/<int:game_id>/edit/", new_table.edit, name="edit-table"),
    path("t/<int:game_id>/rematch/", lobby.rematch, name="rematch"),
    path("t/<int:game_id>/leave/", lobby.leave, name="leave"),
    path("t/<int:game_id>/address/", lobby.new_address, name="new-address"),
    path("t/<int:game_id>/orders/", table.send, name="orders"),
    path("t/<int:game_id>/check/", table.check, name="check"),
    path("t/<int:game_id>/click/", table.click, name="click"),
    path("t/<int:game_id>/place/", table.place, name="place"),
    path("t/<int:game_id>/layer/", table.layer, name="layer"),
    path("t/<int:game_id>/press/", table.press, name="press"),
    path("t/<int:game_id>/time/", time.change, name="time"),
    path("t/<int:game_id>/dispute/", history.dispute, name="dispute"),
    path("t/<int:game_id>/odds/", table.odds, name="odds"),
    path("t/<int:game_id>/history/", history.history, name="history"),
    path("t/<int:game_id>/report/", history.report, name="report"),
    path("t/<int:game_id>/record.json", history.record, name="record"),
    path("t/<int:game_id>/verify/", history.verify, name="verify"),
    path("report/<str:token>/", history.shared_report, name="shared-report"),
    path("t/<int:game_id>/organise/<slug:action>/", lobby.organise, name="organise"),
]
